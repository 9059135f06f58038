import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { lookUp } from '@innkeeper/db/tables/geo-data';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { importGeoData, refreshGeoData } from './import-geo-data.ts';

let lab: TestDatabase;
let home: string;
let engine: Engine;
let file: string;
beforeAll(async () => {
  lab = await openTestDatabase();
  home = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-geo-'));
  file = path.join(home, 'countries.csv');
  engine = await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG });
});
afterAll(async () => {
  await lab.close();
  await fs.rm(home, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const table of ['geo_ranges', 'geo_datasets', 'geo_sources', 'operator_alerts'] as const)
    await lab.db.deleteFrom(table).execute();
  await lab.db.insertInto('geo_sources').values({ kind: 'country', location: file, licence: 'CC0' }).execute();
});

const cx = () => ({ ...givenJobCx(lab.db), engine, log: SILENT_LOG });
const request = (accepts_shrunk = false) =>
  lab.db.updateTable('geo_sources').set({ requested_at: new Date(), accepts_shrunk }).execute();
async function imported(text: string, accepts_shrunk = false) {
  await fs.writeFile(file, text);
  await request(accepts_shrunk);
  await importGeoData(cx());
  return lab.db.selectFrom('geo_sources').select(['requested_at', 'error']).executeTakeFirstOrThrow();
}
const countryOf = async (address: string) => (await lookUp(lab.db, 'country', address))?.country;
const alerts = async () =>
  (await lab.db.selectFrom('operator_alerts').select('kind').where('resolved_at', 'is', null).execute()).map(({ kind }) => kind);
const ranges = async () =>
  (await lab.db.selectFrom('geo_ranges').select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n;

const FIRST =
  '192.0.2.0,192.0.2.255,AT\n198.51.100.0,198.51.100.255,DE\n2001:db8::,2001:db8::ffff,FR\n203.0.113.0,203.0.113.9,IT\n';

test('replaces the data atomically, and looks addresses up', async () => {
  expect(await imported(FIRST)).toEqual({ requested_at: null, error: null });
  expect([await countryOf('192.0.2.0'), await countryOf('192.0.2.255'), await countryOf('2001:db8::7')]).toEqual([
    'AT',
    'AT',
    'FR',
  ]);
  expect([await countryOf('192.0.3.0'), await countryOf('0.0.0.1'), await countryOf('203.0.113.10')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await imported('192.0.2.0/24,CH\n10.0.0.0/8,XK\n')).toEqual({ requested_at: null, error: null });
  expect([await countryOf('192.0.2.7'), await countryOf('198.51.100.1')]).toEqual(['CH', undefined]);
  expect(await ranges()).toBe(2);
  const dataset = await lab.db.selectFrom('geo_datasets').selectAll().where('in_use', '=', true).executeTakeFirstOrThrow();
  expect(dataset).toMatchObject({
    ranges: 2,
    licence: 'CC0',
    location: file,
    version: expect.stringMatching(/^\d{4}-\d\d-\d\d [0-9a-f]{8}$/),
  });
});

test.each([
  ['less than half of before', '192.0.2.0/24,CH\n', 'less than half of the 4 before'],
  ['ranges that overlap', `${FIRST}192.0.2.128/25,AT\n`, 'that begins with 192.0.2.128 overlaps'],
  ['a range twice', `${FIRST}192.0.2.0/24,AT\n`, 'begin with the same address'],
  ['nothing', 'first,last,country\n', 'It has no ranges.'],
  ['no CSV', 'x\n<html>\n', 'Line 2 is no range'],
])('keeps the current data if the new data is %s, and alerts the operator', async (_, text, why) => {
  await imported(FIRST);
  expect(await imported(text)).toEqual({ requested_at: null, error: expect.stringContaining(why) });
  expect(await countryOf('192.0.2.7')).toBe('AT');
  expect(await ranges()).toBe(4);
  expect(await alerts()).toEqual(['geo_import_failed']);
  expect((await imported(FIRST)).error).toBeNull();
  expect(await alerts()).toEqual([]);
});

test('accepts smaller data if the operator confirms it, once', async () => {
  await imported(FIRST);
  expect((await imported('192.0.2.0/24,CH\n', true)).error).toBeNull();
  await imported(FIRST);
  expect((await imported('192.0.2.0/24,CH\n')).error).toContain('less than half');
});

test('a worker that dies half way keeps the current data, and the next one completes the import', async () => {
  await imported(FIRST);
  const many = Array.from(
    { length: 30_000 },
    (_, i) => `10.${i >> 12}.${(i >> 4) & 255}.${(i & 15) * 16},10.${i >> 12}.${(i >> 4) & 255}.${(i & 15) * 16 + 15},AT`,
  );
  await fs.writeFile(file, many.join('\n'));
  await request();
  const dying = importGeoData(cx()).then(
    () => 'done',
    () => 'died',
  );
  // PostgreSQL sees a kill -9 as a closed connection of the transaction.
  await vi.waitUntil(
    async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%insert into geo_ranges%'`.execute(lab.db);
      return rows.length > 0;
    },
    { timeout: 20_000, interval: 5 },
  );
  expect(await dying).toBe('died');
  expect([await countryOf('192.0.2.7'), await ranges()]).toEqual(['AT', 4]);
  await importGeoData(cx());
  expect([await countryOf('192.0.2.7'), await countryOf('10.1.2.3'), await ranges()]).toEqual([undefined, 'AT', 30_000]);
});

test('downloads a URL each week, and alerts about data older than 35 days', async () => {
  await imported(FIRST);
  await refreshGeoData(cx());
  expect(await alerts()).toEqual([]);
  const requested = async () =>
    (await lab.db.selectFrom('geo_sources').select('requested_at').executeTakeFirstOrThrow()).requested_at;
  const day = 86_400_000;
  await lab.db
    .updateTable('geo_datasets')
    .set({ built_at: new Date(Date.now() - 36 * day), imported_at: new Date(Date.now() - 8 * day) })
    .execute();
  await refreshGeoData(cx());
  expect(await requested()).toBeNull();
  expect(await alerts()).toEqual(['geo_data_old']);
  await lab.db
    .updateTable('geo_sources')
    .set({ location: 'https://mirror.example/countries.csv', tried_at: new Date(Date.now() - 2 * day) })
    .execute();
  await refreshGeoData(cx());
  expect(await requested()).not.toBeNull();
});
