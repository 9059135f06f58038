/** Returns the data of countries or autonomous systems with their source. */

import path from 'node:path';
import type { Database } from '@innkeeper/db/schema';
import { datasetInUse, type GeoKind } from '@innkeeper/db/tables/geo-data';
import { audit } from '@innkeeper/domain/audit';
import { Failure, invalid } from '@innkeeper/model/failures';
import { DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import { days } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Returns both kinds of geo data, with or without an imported dataset. */
export async function showGeo({ db, clock }: StaffCx): Promise<StaffReply<'showGeo'>> {
  return { data: [await geoView(db, 'country', clock.now()), await geoView(db, 'asn', clock.now())] };
}

/**
 * Sets the source of geo data and requests its import. The previous data stays in use until the import is complete. Only the command
 * accepts a file of the host. Throws `validation`.
 */
export async function setGeo(cx: StaffCx, { kind, location, ...said }: StaffInput<'setGeo'>): Promise<StaffReply<'setGeo'>> {
  if (/^[a-z]+:\/\//i.test(location)) {
    const refusal = explainUrlRefusal(location, DOWNLOAD_RULES, cx.settings.mirrors);
    if (refusal !== undefined) throw invalid('location', refusal);
  } else if (cx.actor.kind === 'staff')
    throw invalid('location', 'Must be an http or https URL. To use a file, run on the host: ./innkeeper geo set');
  else if (!path.isAbsolute(location)) throw invalid('location', 'Must be the absolute path of a file, or an http or https URL.');
  const now = cx.clock.now();
  const values = {
    location,
    licence: said.licence ?? '',
    attribution: said.attribution ?? '',
    requested_at: now,
    error: null,
    tried_at: null,
  };
  await cx.db
    .insertInto('geo_sources')
    .values({ kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ ...values, accepts_shrunk: false }))
    .execute();
  await audit(cx, 'setGeo', null, { kind, location, licence: values.licence, attribution: values.attribution });
  return geoView(cx.db, kind, now);
}

/** Requests an import by a worker. Throws `not_found` if no file or URL was set. */
export async function importGeo(cx: StaffCx, { kind, accept_shrunk }: StaffInput<'importGeo'>): Promise<StaffReply<'importGeo'>> {
  const now = cx.clock.now();
  const source = await cx.db
    .updateTable('geo_sources')
    .set({ requested_at: now, accepts_shrunk: accept_shrunk })
    .where('kind', '=', kind)
    .returning('kind')
    .executeTakeFirst();
  if (!source)
    throw new Failure('not_found', {
      message: `The location of the data is not set. Set it: ./innkeeper geo set ${kind} --location ...`,
    });
  await audit(cx, 'importGeo', null, { kind, accept_shrunk });
  return geoView(cx.db, kind, now);
}

async function geoView(db: Kysely<Database>, kind: GeoKind, now: Date) {
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
