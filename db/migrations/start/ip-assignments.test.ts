import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../lab/database.ts';
import { addPool } from '../../seed/add-pool.ts';
import { assignAddress, freeAddresses } from '../../tables/ip-addresses.ts';

let lab: TestDatabase;
let accountId: number;
let nodeId: number;
beforeAll(async () => {
  lab = await openTestDatabase();
  accountId = (await givenAccount(lab.db)).accountId;
  nodeId = await givenNode(lab.db);
  await lab.db.updateTable('ip_pools').set({ draining: true }).execute();
  await lab.db.transaction().execute(async (trx) => {
    await addPool(trx, { name: 'one', cidr: '10.9.0.0/30', gateway: '10.9.0.1' });
    await addPool(trx, { name: 'six', cidr: '2001:db8::/63' });
  });
});
afterAll(() => lab.close());

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const server = () => givenServer(lab.db, { accountId, address: false });
const take = (serverId: number, now: Date, version: 4 | 6 = 4) =>
  assignAddress(lab.db, { version, accountId, serverId, nodeId, now });
const history = (network: string) =>
  lab.db
    .selectFrom('ip_assignments')
    .select(['server_id', 'held_from', 'held_until'])
    .where(sql<boolean>`network = ${network}::cidr`)
    .orderBy('id')
    .execute();

test('records holders of an address, even if a clock is behind or the address, pool and holder are gone', async () => {
  const [a, b] = [await server(), await server()];
  const { address } = await take(a, day(2));
  await freeAddresses(lab.db, a, day(5));
  await take(b, day(4));
  expect(address).toBe('10.9.0.2');
  const first = { server_id: a, held_from: day(2), held_until: day(5) };
  expect(await history('10.9.0.2/32')).toEqual([first, { server_id: b, held_from: day(5), held_until: null }]);
  await lab.db.deleteFrom('ip_addresses').where('address', '=', address).execute();
  await lab.db.deleteFrom('ip_pools').where('name', '=', 'one').execute();
  expect(await history('10.9.0.2/32')).toEqual([first, { server_id: b, held_from: day(5), held_until: expect.any(Date) }]);
});

test('an IPv6 prefix has one holder as a whole', async () => {
  const a = await server();
  await take(a, day(2), 6);
  expect(await history('2001:db8::/64')).toEqual([{ server_id: a, held_from: day(2), held_until: null }]);
});

test('the database refuses two holders at a time', async () => {
  const a = await server();
  const { address, prefix } = await take(a, day(2), 6);
  const row = { network: `${address.replace(/1$/, '')}/${prefix}`, account_id: accountId, server_id: a };
  const insert = (held_from: Date, held_until: Date | null) =>
    lab.db
      .insertInto('ip_assignments')
      .values({ ...row, held_from, held_until })
      .execute();
  await insert(day(1), day(2));
  await expect(insert(day(1), new Date(day(2).getTime() + 1))).rejects.toMatchObject({ constraint: 'ip_assignments_one_holder' });
  await expect(insert(day(9), null)).rejects.toMatchObject({ constraint: 'ip_assignments_one_holder' });
});
