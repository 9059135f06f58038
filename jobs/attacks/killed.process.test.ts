/**
 * Tests a worker that is killed during an attack. Its records stay. The next worker continues, sends no notice twice, and ends the attack.
 */
import { once } from 'node:events';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { startProgram } from '@innkeeper/lab/program';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * Program that watches some seconds of a flood and then some without. It kills itself just before its n-th statement that contains the
 * text.
 */
const WORKER = `
  import { openDatabase } from '@innkeeper/db/connect';
  import { SILENT_LOG } from '@innkeeper/engine/log';
  import { SimulatedFloodFilter } from '@innkeeper/engine/network/flood-filter/simulated';
  import { defaultSettings } from '@innkeeper/model/settings/settings';
  import { TrafficWatch } from './traffic-watch.ts';
  const [url, address, from, flood, quiet, text, n] = process.argv.slice(2);
  const { db, pool } = openDatabase({ url });
  let left = Number(n);
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    client.query = (first, ...more) => {
      if (String(first?.text ?? first).toLowerCase().includes(text) && --left === 0) process.kill(process.pid, 'SIGKILL');
      return query(first, ...more);
    };
  });
  const actor = { kind: 'job', name: 'measure-traffic', accountId: null, userId: null };
  const floodFilter = new SimulatedFloodFilter();
  let at = Number(from);
  const cx = {
    db, actor, node: null, requestId: null, settings: defaultSettings, log: SILENT_LOG,
    clock: { now: () => new Date(at) },
    engine: { network: { floodFilter } },
  };
  const watch = new TrafficWatch();
  await watch.run(cx);
  for (let i = 0; i < Number(flood) + Number(quiet); i += 1) {
    at += 1000;
    if (i < Number(flood)) floodFilter.receive(address, { udp: { packets: 40000, bytes: 20000000 } });
    await watch.run(cx);
  }
  await watch.close(cx);
  await db.destroy();
`;

let lab: TestDatabase;
let address: string;
beforeAll(async () => {
  lab = await openTestDatabase();
  await givenNode(lab.db);
  const { accountId } = await givenAccount(lab.db);
  const serverId = await givenServer(lab.db, { accountId, network_speed_mbps: 1000 });
  const row = lab.db.selectFrom('ip_addresses').select('address').where('server_id', '=', serverId);
  ({ address } = await row.executeTakeFirstOrThrow());
});
afterAll(async () => {
  await lab.close();
});

const START = Date.parse('2026-03-02T09:00:00Z');
/** Runs the program. Returns the signal that ended it, or `null` if it ran to its end. */
const worker = async (second: number, seconds: { flood: number; quiet: number }, text = 'nowhere', n = 1) => {
  const args = [lab.url, address, START + second * 1_000, seconds.flood, seconds.quiet, text, n].map(String);
  const child = startProgram(WORKER, import.meta.dirname, [...args]);
  return (await once(child, 'exit'))[1];
};

const state = async () => {
  const { rows } = await sql<{ attacks: number; ongoing: number; mails: string[] }>`
    select (select count(*)::int from attacks) as attacks, (select count(*)::int from attacks where ended_at is null) as ongoing,
      (select coalesce(array_agg(template order by id), '{}') from mails) as mails`.execute(lab.db);
  return rows[0];
};

test('killed at any point, loses none of the attack, and the next worker ends it, once', async () => {
  const flood = { flood: 12, quiet: 0 };
  // Before anything was written, and before the transaction committed.
  expect(await worker(0, flood, 'insert into "attacks"')).toBe('SIGKILL');
  expect(await worker(20, flood, 'insert into "mails"')).toBe('SIGKILL');
  expect(await state()).toEqual({ attacks: 0, ongoing: 0, mails: [] });
  // During the attack, each time later.
  for (const [second, n] of [
    [40, 1],
    [60, 3],
  ] as const) {
    expect(await worker(second, flood, 'update "attacks" set "busy_at"', n)).toBe('SIGKILL');
    expect(await state()).toEqual({ attacks: 1, ongoing: 1, mails: ['attack-begun'] });
  }
  // At the end of the attack: without the transaction the row would be ended and no mail queued.
  const quiet = { flood: 0, quiet: 65 };
  expect(await worker(80, quiet, 'insert into "mails"')).toBe('SIGKILL');
  expect(await state()).toEqual({ attacks: 1, ongoing: 1, mails: ['attack-begun'] });
  expect(await worker(150, quiet)).toBeNull();
  expect(await state()).toEqual({ attacks: 1, ongoing: 0, mails: ['attack-begun', 'attack-ended'] });
  const [attack] = await lab.db.selectFrom('attacks').selectAll().execute();
  // It began with the first worker that wrote it. The end is the last second with traffic that the last worker had written.
  expect(attack?.started_at).toEqual(new Date(START + 41_000));
  expect(attack?.ended_at?.getTime()).toBeGreaterThanOrEqual(START + 65_000);
  expect(attack?.ended_at?.getTime()).toBeLessThanOrEqual(START + 76_000);
  expect(Number(attack?.peak_pps)).toBe(40_000);
});
