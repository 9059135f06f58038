/**
 * Tests a worker that is killed during an import of country data. The previous data stays in use, and the next worker imports everything.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lookUp } from '@innkeeper/db/tables/geo-data';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { startProgram } from '@innkeeper/lab/program';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Program that runs the job once. It kills itself just before its n-th statement that contains the text. */
const WORKER = `
  import { openDatabase } from '@innkeeper/db/connect';
  import { SILENT_LOG } from '@innkeeper/engine/log';
  import { importGeoData } from './import-geo-data.ts';
  const [url, text, n] = process.argv.slice(2);
  const { db, pool } = openDatabase({ url });
  let left = Number(n);
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    client.query = (first, ...more) => {
      if (String(first?.text ?? first).includes(text) && --left === 0) process.kill(process.pid, 'SIGKILL');
      return query(first, ...more);
    };
  });
  const actor = { kind: 'job', name: 'given', accountId: null, userId: null };
  const clock = { now: () => new Date() };
  await importGeoData({ db, clock, actor, settings: {}, requestId: null, node: null, engine: {}, log: SILENT_LOG });
  await db.destroy();
`;

/** Returns data of 12,000 networks, which the import writes in three statements. */
const csv = (country: string): string =>
  Array.from({ length: 12_000 }, (_, i) => `10.${i >> 8}.${i & 255}.0/24,${country}`).join('\n');

let lab: TestDatabase;
let home: string;
beforeAll(async () => {
  lab = await openTestDatabase();
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-geo-'));
});
afterAll(async () => {
  await lab.close();
  fs.rmSync(home, { recursive: true, force: true });
});

const worker = async (text: string, n: number) => {
  const child = startProgram(WORKER, import.meta.dirname, [lab.url, text, String(n)]);
  return (await once(child, 'exit'))[1];
};

const state = async () => {
  const { rows } = await sql<{ sets: number; ranges: number; requested: boolean }>`
    select (select count(*)::int from geo_datasets) as sets, (select count(*)::int from geo_ranges) as ranges,
      (select requested_at is not null from geo_sources) as requested`.execute(lab.db);
  return { ...rows[0], country: (await lookUp(lab.db, 'country', '10.46.0.1'))?.country };
};

test('killed at any point, leaves nothing of the import, and the next worker completes it', async () => {
  const file = path.join(home, 'countries.csv');
  const request = (country: string) => {
    fs.writeFileSync(file, csv(country));
    return lab.db.updateTable('geo_sources').set({ requested_at: new Date() }).execute();
  };
  await lab.db.insertInto('geo_sources').values({ kind: 'country', location: file, licence: 'CC0' }).execute();
  await request('AT');
  expect(await worker('nowhere', 1)).toBeNull();
  expect(await state()).toEqual({ sets: 1, ranges: 12_000, requested: false, country: 'AT' });
  await request('DE');
  for (const [text, n] of [
    ['geo_ranges', 2],
    ['update "geo_datasets"', 1],
    ['commit', 1],
  ] as const) {
    expect(await worker(text, n), text).toBe('SIGKILL');
    expect(await state(), text).toEqual({ sets: 1, ranges: 12_000, requested: true, country: 'AT' });
  }
  expect(await worker('nowhere', 1)).toBeNull();
  // The previous data set remains, no longer in use.
  expect(await state()).toEqual({ sets: 2, ranges: 12_000, requested: false, country: 'DE' });
});
