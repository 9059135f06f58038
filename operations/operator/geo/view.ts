/** Returns the data of countries or autonomous systems with their source. */
import type { Database } from '@innkeeper/db/schema';
import { datasetInUse, type GeoKind } from '@innkeeper/db/tables/geo-data';
import { days } from '@innkeeper/model/clock';
import type { Kysely } from 'kysely';

export async function geoView(db: Kysely<Database>, kind: GeoKind, now: Date) {
  const source = await db.selectFrom('geo_sources').selectAll().where('kind', '=', kind).executeTakeFirst();
  const dataset = await datasetInUse(db, kind);
  return {
    kind,
    location: source?.location ?? null,
    licence: source?.licence ?? '',
    attribution: source?.attribution ?? '',
    requested_at: source?.requested_at ?? null,
    error: source?.error ?? null,
    in_use: dataset
      ? {
          version: dataset.version,
          built_at: dataset.built_at,
          age_days: Math.max(0, Math.floor((now.getTime() - dataset.built_at.getTime()) / days(1))),
          imported_at: dataset.imported_at,
          ranges: dataset.ranges,
          location: dataset.location,
          licence: dataset.licence,
          attribution: dataset.attribution,
        }
      : null,
  };
}
