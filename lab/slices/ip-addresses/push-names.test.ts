/** Tests names on their way to the DNS server: none is lost, and none waits for another. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addPool } from '@innkeeper/db/seed/add-pool';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { claimPushes, setNames } from '@innkeeper/db/tables/ptr-names';
import { openDns } from '@innkeeper/engine/dns/open';
import { DnsError } from '@innkeeper/engine/dns/port';
import { SimulatedDns } from '@innkeeper/engine/dns/simulated/driver';
import { pushNames } from '@innkeeper/jobs/names/push';
import { locateRecord } from '@innkeeper/model/net/reverse-names';
import { hours, minutes, seconds } from '@innkeeper/model/time/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { type MovingClock, movingClock } from '../../torture/moving-clock.ts';

const CIDR = '192.0.2.64/26';
const WIDE = '198.18.4.0/23';

let lab: TestDatabase;
let clock: MovingClock;
let directory: string;
/** Called before each act of the DNS server. */
let fail: (act: string) => void;
beforeEach(async () => {
  clock = movingClock();
  fail = () => {};
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-dns-'));
  lab = await openTestDatabase({ clock });
  await givenNode(lab.db);
  await lab.db.transaction().execute(async (trx) => {
    await addPool(trx, { name: 'small', cidr: CIDR, gateway: '192.0.2.65' });
    await addPool(trx, { name: 'wide', cidr: WIDE, gateway: '198.18.4.1' });
  });
  await lab.db
    .updateTable('dns_settings')
    .set({ driver: 'simulated', nameservers: ['ns1.example.net'] })
    .execute();
});
afterEach(async () => {
  await lab.close();
  await fs.rm(directory, { recursive: true });
});

const cx = () => ({ ...givenJobCx(lab.db, { clock }), dns: openDns({ apiKey: null, directory, fail: (act) => fail(act) }) });
const push = () => pushNames(cx());
const server = () => new SimulatedDns({ directory });
const away = () => {
  throw new DnsError('away', 'no route to it');
};

/** Assigns the address to a server and names it. */
async function name(address: string, to: string | null): Promise<void> {
  const account = await givenAccount(lab.db);
  const free = lab.db.selectFrom('ip_addresses').selectAll().where('address', '=', address);
  const row = await free.executeTakeFirstOrThrow();
  if (row.account_id === null) {
    const serverId = await givenServer(lab.db, { accountId: account.accountId, address: false });
    const of = { account_id: account.accountId, server_id: serverId, assigned_at: clock.now() };
    await lab.db.updateTable('ip_addresses').set(of).where('id', '=', row.id).execute();
  }
  const named = { ipAddressId: row.id, poolId: row.pool_id };
  await lab.db.transaction().execute((trx) => setNames(trx, named, new Map([[address, to]]), clock.now()));
}

async function served(address: string, cidr = WIDE): Promise<string | undefined> {
  const place = locateRecord(cidr, address);
  return place && (await server().records(place.zone.name))?.get(place.record);
}
const alerts = async () => (await openAlerts(lab.db)).map(({ kind, key }) => `${kind} ${key}`);

test('creates zones before names exist, per /24 of a pool; smaller ones are delegated from an existing parent zone', async () => {
  await push();
  expect(await server().records('64-127.2.0.192.in-addr.arpa')).toEqual(new Map());
  for (const zone of ['4.18.198.in-addr.arpa', '5.18.198.in-addr.arpa']) expect(await server().records(zone)).toEqual(new Map());
  expect(await server().records('2.0.192.in-addr.arpa')).toBeNull();
  // The operator has the parent zone, with a manual record in it.
  const parent = '2.0.192.in-addr.arpa';
  await server().createZone({ name: parent, nameservers: ['ns1.example.net'], contact: 'h@example.net', notify: false });
  await server().change(parent, [{ name: `65.${parent}`, type: 'PTR', content: ['gateway.example.net'], ttl: 60 }]);
  await lab.db.updateTable('ip_pools').set({ zones_made_at: null }).execute();
  await push();
  const pointing = await server().records(parent);
  expect(pointing?.size).toBe(64);
  expect(pointing?.get(`65.${parent}`)).toBe('gateway.example.net');
  expect(pointing?.get(`66.${parent}`)).toBe(`66.64-127.${parent}`);
  await name('192.0.2.66', 'a.example.com');
  await push();
  expect(await served('192.0.2.66', CIDR)).toBe('a.example.com');
});

test('names wait while the DNS server is unavailable, none is lost, and the operator is alerted after a while', async () => {
  await name('198.18.4.10', 'first.example.com');
  fail = away;
  expect(await push()).toBe(0);
  // The server is not asked again at once.
  fail = () => expect.unreachable();
  expect(await push()).toBe(0);
  fail = away;
  await name('198.18.4.10', 'second.example.com');
  await name('198.18.5.10', 'third.example.com');
  expect(await alerts()).toEqual([]);
  for (let i = 0; i < 8; i += 1) {
    clock.pass(minutes(5));
    await push();
  }
  expect(await alerts()).toEqual(['dns_away dns']);
  fail = () => {};
  clock.pass(minutes(5));
  expect(await push()).toBe(2);
  expect([await served('198.18.4.10'), await served('198.18.5.10')]).toEqual(['second.example.com', 'third.example.com']);
  expect(await alerts()).toEqual([]);
  expect(await push()).toBe(0);
});

test('a zone or name that the server refuses does not block others, and is retried', async () => {
  await push();
  for (const [i, host] of ['a', 'b', 'c'].entries()) await name(`198.18.4.${10 + i}`, `${host}.example.com`);
  await name('198.18.5.10', 'other-zone.example.com');
  await name('192.0.2.66', 'other-pool.example.com');
  // This record prevents only one name.
  const record = '11.4.18.198.in-addr.arpa';
  await server().change('4.18.198.in-addr.arpa', [{ name: record, type: 'CNAME', content: ['by.hand.example'], ttl: 60 }]);
  fail = (act) => {
    if (act === 'change 5.18.198.in-addr.arpa') throw new DnsError('failed', 'status 500');
  };
  expect(await push()).toBe(3);
  expect([await served('198.18.4.10'), await served('198.18.4.12')]).toEqual(['a.example.com', 'c.example.com']);
  expect(await served('192.0.2.66', CIDR)).toBe('other-pool.example.com');
  expect((await alerts()).toSorted()).toEqual(['name_refused 4.18.198.in-addr.arpa', 'name_refused 5.18.198.in-addr.arpa']);
  const waiting = lab.db.selectFrom('ptr_names').select(['address', 'error']).where('push_at', 'is not', null).orderBy('address');
  expect(await waiting.execute()).toEqual([
    { address: '198.18.4.11', error: expect.stringContaining('CNAME') },
    { address: '198.18.5.10', error: 'status 500' },
  ]);
  expect(await push()).toBe(0);
  fail = () => {};
  await server().change('4.18.198.in-addr.arpa', [{ name: record, type: 'CNAME', content: null, ttl: 60 }]);
  clock.pass(minutes(2));
  expect(await push()).toBe(2);
  expect([await served('198.18.4.11'), await served('198.18.5.10')]).toEqual(['b.example.com', 'other-zone.example.com']);
  expect(await alerts()).toEqual([]);
});

test('a zone that cannot be created does not block others', async () => {
  fail = (act) => {
    if (act === 'make 64-127.2.0.192.in-addr.arpa') throw new DnsError('refused', 'a copy');
  };
  await name('192.0.2.66', 'stuck.example.com');
  await name('198.18.4.10', 'goes.example.com');
  expect(await push()).toBe(1);
  expect(await served('198.18.4.10')).toBe('goes.example.com');
  expect(await alerts()).toEqual([expect.stringMatching(/^due_failed make-zones:/), 'name_refused 64-127.2.0.192.in-addr.arpa']);
  fail = () => {};
  clock.pass(hours(7));
  expect(await push()).toBe(1);
  expect(await alerts()).toEqual([]);
});

test('the next worker repeats a push after a worker died before or after the DNS server received it', async () => {
  await push();
  await name('198.18.4.10', 'before.example.com');
  // A worker has claimed the push, and stops before it sends.
  expect(await claimPushes(lab.db, clock.now(), { atMost: 10, holdMs: minutes(2) })).toHaveLength(1);
  expect(await push()).toBe(0);
  // In the meantime the owner chooses another name.
  await name('198.18.4.10', 'after.example.com');
  expect(await push()).toBe(0);
  clock.pass(minutes(2) + seconds(1));
  expect(await push()).toBe(1);
  expect(await served('198.18.4.10')).toBe('after.example.com');
  // A name that is removed before the worker returns is never pushed. A pushed name is deleted.
  await name('198.18.4.10', null);
  expect(await push()).toBe(1);
  expect(await served('198.18.4.10')).toBeUndefined();
  expect(await lab.db.selectFrom('ptr_names').selectAll().execute()).toEqual([]);
});

test('a name that changes during a push is pushed afterwards', async () => {
  await push();
  await name('198.18.4.10', 'one.example.com');
  const tellAndChange = async () => {
    const dns = openDns({ apiKey: null, directory });
    await pushNames({
      ...cx(),
      dns: (choice) => {
        const real = dns(choice);
        return {
          name: real.name,
          createZone: (zone) => real.createZone(zone),
          records: (zone) => real.records(zone),
          async change(zone, changes) {
            if ((await lab.db.selectFrom('ptr_names').select('name').executeTakeFirstOrThrow()).name === 'one.example.com')
              await name('198.18.4.10', 'two.example.com');
            await real.change(zone, changes);
          },
        };
      },
    });
  };
  await tellAndChange();
  await push();
  expect(await served('198.18.4.10')).toBe('two.example.com');
  const [row] = await lab.db.selectFrom('ptr_names').selectAll().execute();
  expect(row).toMatchObject({ name: 'two.example.com', push_at: null });
});

test('several workers push each name once', async () => {
  await push();
  for (let i = 10; i < 40; i += 1) await name(`198.18.4.${i}`, `n${i}.example.com`);
  expect((await Promise.all([push(), push(), push()])).reduce((sum, pushed) => sum + pushed, 0)).toBe(30);
  expect((await server().records('4.18.198.in-addr.arpa'))?.size).toBe(30);
});

test('pushes nothing without a DNS server, and all names once one is configured', async () => {
  await lab.db.updateTable('dns_settings').set({ driver: null }).execute();
  await name('198.18.4.10', 'kept.example.com');
  await name('198.18.4.11', 'gone.example.com');
  await name('198.18.4.11', null);
  expect(await push()).toBe(0);
  expect(await lab.db.selectFrom('ptr_names').select('name').execute()).toEqual([{ name: 'kept.example.com' }]);
  await lab.db.updateTable('dns_settings').set({ driver: 'simulated' }).execute();
  expect(await push()).toBe(1);
  expect(await served('198.18.4.10')).toBe('kept.example.com');
});
