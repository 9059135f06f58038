/**
 * Imports country and autonomous system data on the operator's request, and data of a URL weekly. An import is one transaction. A killed
 * worker leaves the previous data in use, and the next worker starts again.
 */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import {
  beginDataset,
  datasetInUse,
  findInvalidRange,
  type GeoKind,
  type GeoSource,
  insertRanges,
  type NewRange,
  useDataset,
} from '@innkeeper/db/tables/geo-data';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { DownloadError } from '@innkeeper/engine/downloads/port';
import { readGeoFile } from '@innkeeper/engine/geo/read';
import { GeoDataError } from '@innkeeper/engine/geo/record';
import { days, minutes } from '@innkeeper/model/time/clock';
import { type RawBuilder, sql } from 'kysely';
import type { NodeContext } from './job.ts';

/** Age in milliseconds above which data causes an alert, because networks move between countries. */
const OLD_MS = days(35);
/** Interval in milliseconds between imports of a URL's data. */
const EVERY_MS = days(7);
const RETRY_MS = days(1);
const MAX_BYTES = 1 << 30;
const LIMIT_MS = minutes(60);
/** Maximum number of rows per statement. */
const BATCH = 5_000;

/** Returns a condition that is true if an import is requested. */
export const geoImportDue = (): RawBuilder<boolean> =>
  sql<boolean>`exists (select from geo_sources where requested_at is not null)`;

/** Imports all requested data. A failed import opens an alert. */
export async function importGeoData(cx: NodeContext): Promise<void> {
  const sources = await cx.db.selectFrom('geo_sources').selectAll().where('requested_at', 'is not', null).execute();
  for (const source of sources) await importSource(cx, source);
}

async function importSource(cx: NodeContext, source: GeoSource): Promise<void> {
  const { db, clock, log } = cx;
  const { kind } = source;
  const failed = { kind: 'geo_import_failed' as const, key: kind };
  try {
    await withFile(cx, source, (path) => importFile(cx, source, path));
    await resolveAlerts(db, failed, clock.now());
  } catch (error) {
    if (!(error instanceof GeoDataError || error instanceof DownloadError)) throw error;
    const why = error instanceof DownloadError ? error.sentence : error.message;
    log.error({ err: error }, 'geo data could not be imported');
    // Updates only the request that this import began with. A later request is processed separately.
    await db
      .updateTable('geo_sources')
      .set({ requested_at: null, error: why, tried_at: clock.now(), accepts_shrunk: false })
      .where('kind', '=', kind)
      .where('requested_at', '=', source.requested_at)
      .execute();
    const message = `The data of ${NAMES[kind]} could not be imported from ${source.location}: ${why} The current data stays in use.`;
    await alertOnce(db, { ...failed, message });
  }
}

const NAMES = { country: 'countries', asn: 'autonomous systems' } as const;

/** Passes the path of the data to `act`. A downloaded file is deleted afterwards. */
async function withFile(
  { engine: { downloads }, node }: NodeContext,
  { kind, location }: GeoSource,
  act: (path: string) => Promise<void>,
): Promise<void> {
  if (!isUrl(location)) return act(location);
  const name = `geo-${kind}-${node?.id ?? 0}`;
  // Removes the file of an import that was killed.
  await downloads.remove(name);
  try {
    const order = {
      name,
      url: location,
      content: 'any' as const,
      maxBytes: MAX_BYTES,
      sha256: null,
      signal: AbortSignal.timeout(LIMIT_MS),
      limitMs: LIMIT_MS,
    };
    await act((await downloads.download(order)).path);
  } finally {
    await downloads.remove(name);
  }
}

const isUrl = (location: string): boolean => /^https?:/i.test(location);

async function importFile(cx: NodeContext, { kind }: GeoSource, path: string): Promise<void> {
  const file = await readGeoFile(path, kind);
  await transact(cx, async (within) => {
    const { db: trx, clock } = within;
    // Skips a source that another worker has locked for its import.
    const source = await trx
      .selectFrom('geo_sources')
      .selectAll()
      .where('kind', '=', kind)
      .where('requested_at', 'is not', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!source) return;
    const { location, licence, attribution } = source;
    const built_at = file.builtAt;
    const version = `${built_at.toISOString().slice(0, 10)} ${file.sha256.slice(0, 8)}`;
    const id = await beginDataset(trx, {
      kind,
      location,
      licence,
      attribution,
      version,
      built_at,
      imported_at: clock.now(),
      sha256: file.sha256,
    });
    let ranges = 0;
    for await (const batch of batches(file.records)) {
      ranges += batch.length;
      if (await insertRanges(trx, id, batch)) throw new GeoDataError('Two of its ranges begin with the same address.');
    }
    const wrong = await findInvalidRange(trx, id);
    if (wrong !== undefined)
      throw new GeoDataError(`The range that begins with ${wrong} overlaps another, or ends before it begins.`);
    if (ranges === 0) throw new GeoDataError('It has no ranges.');
    const before = await datasetInUse(trx, kind);
    if (before && ranges * 2 < before.ranges && !source.accepts_shrunk)
      throw new GeoDataError(
        `It has ${ranges} ranges, less than half of the ${before.ranges} before. If that is right: ./innkeeper geo import ${kind} --accept-shrunk`,
      );
    await useDataset(trx, kind, id, ranges);
    await trx
      .updateTable('geo_sources')
      .set({ requested_at: null, error: null, tried_at: clock.now(), accepts_shrunk: false })
      .where('kind', '=', kind)
      .execute();
    await audit(within, 'geo.imported', { kind: 'geo_dataset', id, accountId: null }, { data: kind, location, version, ranges });
  });
}

async function* batches(records: AsyncIterable<NewRange> | Iterable<NewRange>): AsyncGenerator<NewRange[]> {
  let batch: NewRange[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Requests the weekly import of data from URLs, and alerts the operator of old data. */
export async function refreshGeoData({ db, clock }: Pick<NodeContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await sql`
    update geo_sources s set requested_at = ${now}
    where s.requested_at is null and s.location ~* '^https?:' and (s.tried_at is null or s.tried_at < ${before(RETRY_MS)})
      and not exists (select from geo_datasets d where d.kind = s.kind and d.in_use and d.imported_at > ${before(EVERY_MS)})`.execute(
    db,
  );
  for (const kind of ['country', 'asn'] as const satisfies readonly GeoKind[]) {
    const alert = { kind: 'geo_data_old' as const, key: kind };
    const dataset = await datasetInUse(db, kind);
    if (!dataset || dataset.built_at > before(OLD_MS)) await resolveAlerts(db, alert, now);
    else {
      const message = `The data of ${NAMES[kind]} is from ${dataset.built_at.toISOString().slice(0, 10)} and may be outdated. Set a newer file or a URL with ./innkeeper geo set ${kind} --location LOCATION.`;
      await alertOnce(db, { ...alert, message });
    }
  }
}
