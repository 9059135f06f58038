import { addPool } from '@innkeeper/db/seed/add-pool';
import { assignAddress, freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const at = (n: number, hour: number) => new Date(Date.UTC(2026, 0, n, hour));
const day = (n: number) => at(n, 0);

test('whoAddress shows the holder of an address at a time, also for an IPv6 address within a prefix', async () => {
  const now = day(20);
  const operator = openOperator({ db: lab.db, clock: { now: () => now } });
  const { accountId, email } = await givenAccount(lab.db);
  const nodeId = await givenNode(lab.db);
  await lab.db.transaction().execute((trx) => addPool(trx, { name: 'six', cidr: '2001:db8::/48' }));
  const [a, b] = [
    await givenServer(lab.db, { accountId, hostname: 'a', address: false }),
    await givenServer(lab.db, { accountId, hostname: 'b', address: false }),
  ];
  const take = (serverId: number, version: 4 | 6, when: Date) =>
    assignAddress(lab.db, { version, accountId, serverId, nodeId, now: when });
  const { address } = await take(a, 4, day(2));
  await take(a, 6, day(3));
  await freeAddresses(lab.db, a, day(5));
  // While a freed address rests, only its previous account can get it.
  await take(b, 4, at(5, 12));
  const who = (ip: string, when?: Date) => operator.run('whoAddress', { address: ip, ...(when && { at: when.toISOString() }) });

  expect((await who(address, day(4))).holder).toEqual({
    ...{ network: `${address}/32`, account: accountId, email, server: a, hostname: 'a', floating_ip: null },
    ...{ from: day(2).toISOString(), until: day(5).toISOString() },
  });
  expect(await who(address, at(5, 6))).toMatchObject({ holder: null, others: [{ server: b }, { server: a }] });
  expect(await who(address)).toMatchObject({ holder: { server: b, until: null }, others: [{ server: a }] });
  expect((await who('2001:db8::dead:beef', day(4))).holder).toMatchObject({ server: a, network: '2001:db8::/64' });
  expect(await who('2001:db8:0:9::1', day(4))).toMatchObject({ holder: null, others: [] });
  for (const text of ['10.0.0', '10.0.0.0/24', 'fe80::1%eth0']) await expect(who(text)).rejects.toThrow('Must be an IP address.');
});
