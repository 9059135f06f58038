/**
 * Tests a worker that is killed while it pushes to a real PowerDNS. At whatever moment, the next worker brings the server to the state of
 * the rows.
 */
import { once } from 'node:events';
import { addPool } from '@innkeeper/db/seed/add-pool';
import { setNames } from '@innkeeper/db/tables/ptr-names';
import { openDns } from '@innkeeper/engine/dns/open';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { openPdnsServer, type PdnsServer } from '@innkeeper/lab/pdns-server';
import { startProgram } from '@innkeeper/lab/program';
import { type MovingClock, movingClock } from '@innkeeper/lab/torture/moving-clock';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pushNames } from './push.ts';

/** Program that pushes due names. It kills itself just before or after the server gets a change. */
const KILLED = `
  import { openDatabase } from '@innkeeper/db/connect';
  import { openDns } from '@innkeeper/engine/dns/open';
  import { pushNames } from '@innkeeper/jobs/names/push';
  const [url, apiKey, when] = process.argv.slice(2);
  const { db } = openDatabase({ url });
  const open = openDns({ apiKey, directory: '/nowhere' });
  const die = (now) => now === when && process.kill(process.pid, 'SIGKILL');
  const dns = (choice) => {
    const real = open(choice);
    return {
      name: real.name,
      createZone: (zone) => real.createZone(zone),
      records: (zone) => real.records(zone),
      async change(...given) {
        die('before');
        await real.change(...given);
        die('after');
      },
    };
  };
  await pushNames({ db, clock: { now: () => new Date() }, dns, actor: { kind: 'job', name: 'push-names' }, requestId: null });
`;

let pdns: PdnsServer;
let lab: TestDatabase;
let clock: MovingClock;
let address: string;
let named: { ipAddressId: number; poolId: number };
beforeAll(async () => {
  clock = movingClock();
  pdns = await openPdnsServer();
  lab = await openTestDatabase({ clock });
  await givenNode(lab.db);
  await lab.db.transaction().execute((trx) => addPool(trx, { name: 'six', cidr: '2001:db8::/46' }));
  await lab.db
    .updateTable('dns_settings')
    .set({ driver: 'powerdns', url: pdns.url, nameservers: ['ns1.example.net'] })
    .execute();
  const { accountId } = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId });
  const row = await lab.db.selectFrom('ip_addresses').selectAll().where('server_id', '=', server).executeTakeFirstOrThrow();
  address = row.address;
  named = { ipAddressId: row.id, poolId: row.pool_id };
}, 120_000);
afterAll(async () => {
  await lab.close();
  await pdns.close();
});

const push = () => pushNames({ ...givenJobCx(lab.db, { clock }), dns: openDns({ apiKey: pdns.apiKey, directory: '/nowhere' }) });
const setName = (name: string | null) =>
  lab.db.transaction().execute((trx) => setNames(trx, named, new Map([[address, name]]), new Date()));
const served = () => pdns.ask('+short', '-x', address);
const waiting = async () =>
  (await lab.db.selectFrom('ptr_names').select('name').where('push_at', 'is not', null).execute()).length;

async function killedPush(when: 'before' | 'after'): Promise<void> {
  const child = startProgram(KILLED, import.meta.dirname, [lab.url, pdns.apiKey, when]);
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

test("zones exist at once, and a resolver's query for a name is answered", async () => {
  await setName('first.example.com');
  expect(await push()).toBe(1);
  expect(await served()).toBe('first.example.com.');
  // A /46 consists of four zones of a /48 each. The label above them is not ours.
  expect(await pdns.ask('+short', 'SOA', '0.0.0.8.b.d.0.1.0.0.2.ip6.arpa')).toBe('');
  for (const nibble of [0, 1, 2, 3])
    expect(await pdns.ask('+short', 'NS', `${nibble}.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa`)).toBe('ns1.example.net.');
});

test.each([
  ['before', 'first.example.com.', 'second.example.com'],
  ['after', 'third.example.com.', 'third.example.com'],
  ['before', 'third.example.com.', null],
  ['after', '', null],
] as const)('killed %s the server received it, answers "%s", and then as in the row: %s', async (when, meanwhile, name) => {
  if (name === null && when === 'after') {
    await setName('again.example.com');
    await push();
  }
  await setName(name);
  await killedPush(when);
  expect(await served()).toBe(meanwhile);
  expect(await waiting()).toBe(1);
  clock.pass(minutes(3));
  expect(await push()).toBe(1);
  expect(await served()).toBe(name === null ? '' : `${name}.`);
  expect(await waiting()).toBe(0);
});

test('a killed server gets the names when it is back', async () => {
  await pdns.kill();
  await setName('late.example.com');
  expect(await push()).toBe(0);
  expect((await lab.db.selectFrom('dns_settings').selectAll().executeTakeFirstOrThrow()).away_error).toContain(
    'cannot be reached',
  );
  await pdns.start();
  clock.pass(minutes(1));
  expect(await push()).toBe(1);
  expect(await served()).toBe('late.example.com.');
  expect((await lab.db.selectFrom('dns_settings').selectAll().executeTakeFirstOrThrow()).away_since).toBeNull();
});
