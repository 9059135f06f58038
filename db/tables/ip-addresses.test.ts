import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import type { Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import type { Database } from '../schema.ts';
import { addPool } from '../seed/add-pool.ts';
import { assignAddress, assignAddresses, freeAddresses } from './ip-addresses.ts';
import { explainShortage } from './ip-pools.ts';
import { listRoomsWithAddresses } from './nodes.ts';

const now = new Date('2026-01-02T03:04:05Z');

describe('addresses', () => {
  let lab: TestDatabase;
  let accountId: number;
  let nodeId: number;
  beforeAll(async () => {
    lab = await openTestDatabase({ max: 12 });
    accountId = (await givenAccount(lab.db)).accountId;
    nodeId = await givenNode(lab.db);
    await lab.db.deleteFrom('ip_addresses').execute();
    // 13 addresses: /28 less network, broadcast and gateway.
    await lab.db.transaction().execute((trx) => addPool(trx, { name: 'small', cidr: '10.9.0.0/28', gateway: '10.9.0.1' }));
  });
  afterAll(() => lab.close());

  const server = () => givenServer(lab.db, { accountId, address: false });

  it('are assigned to one server each, and refused when none are left', async () => {
    const servers = await Promise.all(Array.from({ length: 13 }, server));
    const taken = await Promise.all(
      servers.map((serverId) => assignAddress(lab.db, { version: 4, accountId, serverId, nodeId, main: true, now })),
    );
    expect(new Set(taken.map((row) => row.address)).size).toBe(13);
    expect(taken[0]).toMatchObject({ prefix: 28, gateway: '10.9.0.1', main: true, assigned_at: now, freed_at: null });

    const one = { version: 4 as const, accountId, nodeId, serverId: servers[0] ?? 0, now };
    await expect(assignAddress(lab.db, one)).rejects.toMatchObject({
      code: 'no_capacity',
      message: 'No IPv4 address is free at the moment. Try again later.',
    });
    await expect(assignAddress(lab.db, { ...one, version: 6 })).rejects.toMatchObject({ code: 'no_capacity' });
  });

  it('are returned, and the one free for the longest is assigned first', async () => {
    const rows = await lab.db.selectFrom('ip_addresses').selectAll().where('server_id', 'is not', null).orderBy('id').execute();
    const [late, early] = [rows[2], rows[5]];
    expect(await freeAddresses(lab.db, early?.server_id ?? 0, new Date('2026-01-03'))).toBe(1);
    expect(await freeAddresses(lab.db, late?.server_id ?? 0, new Date('2026-01-04'))).toBe(1);
    expect(await freeAddresses(lab.db, late?.server_id ?? 0, now)).toBe(0);
    const serverId = await server();
    const first = await assignAddress(lab.db, { version: 4, accountId, serverId, nodeId, now });
    const second = await assignAddress(lab.db, { version: 4, accountId, serverId, nodeId, now });
    expect([first.address, second.address]).toEqual([early?.address, late?.address]);
  });

  it('of a pool of one node are not assigned to servers of another', async () => {
    const other = await givenNode(lab.db, { name: 'other' });
    const rollback = lab.db.transaction().execute(async (trx) => {
      await trx.updateTable('ip_pools').set({ node_id: other }).where('name', '=', 'small').execute();
      await trx.updateTable('ip_addresses').set({ account_id: null, server_id: null, main: false }).execute();
      const request = { version: 4, accountId, serverId: await server(), now } as const;
      const places = new Map(
        (await listRoomsWithAddresses(trx, { max: 100, accountId, now })).map(({ id, addresses }) => [id, addresses]),
      );
      expect([places.get(other), places.get(nodeId)]).toEqual([13, 0]);
      await expect(assignAddress(trx, { ...request, nodeId })).rejects.toMatchObject({ code: 'no_capacity' });
      expect(await assignAddress(trx, { ...request, nodeId: other })).toMatchObject({ prefix: 28 });
      throw new Error('as it was');
    });
    await expect(rollback).rejects.toThrow('as it was');
  });

  it('that are protected are assigned only on request', async () => {
    const rollback = lab.db.transaction().execute(async (trx) => {
      await trx.updateTable('ip_pools').set({ draining: true }).execute();
      await addPool(trx, { name: 'protected', cidr: '10.8.0.0/29', gateway: '10.8.0.1', ddos_protected: true });
      const request = { version: 4, accountId, nodeId, serverId: await server(), now } as const;
      expect((await listRoomsWithAddresses(trx, { max: 100, accountId, now })).find(({ id }) => id === nodeId)?.addresses).toBe(
        0,
      );
      expect(await assignAddress(trx, { ...request, ddosProtected: true })).toMatchObject({ ddos_protected: true });
      await expect(assignAddress(trx, { ...request, main: true })).rejects.toMatchObject({ code: 'no_capacity' });
      await addPool(trx, { name: 'plain', cidr: '10.8.0.8/29', gateway: '10.8.0.9' });
      expect(await assignAddress(trx, { ...request, main: true })).toMatchObject({ main: true });
      throw new Error('as it was');
    });
    await expect(rollback).rejects.toThrow('as it was');
  });

  /** Runs `act` in a transaction that is rolled back, with only its own pools. */
  async function alone(act: (trx: Transaction<Database>) => Promise<void>): Promise<void> {
    const rollback = lab.db.transaction().execute(async (trx) => {
      await trx.updateTable('ip_pools').set({ draining: true }).execute();
      await act(trx);
      throw new Error('as it was');
    });
    await expect(rollback).rejects.toThrow('as it was');
  }

  it('that are released are quarantined, except for their previous account', async () => {
    const { accountId: other } = await givenAccount(lab.db);
    const [mine, theirs] = [await server(), await givenServer(lab.db, { accountId: other, address: false })];
    await alone(async (trx) => {
      await addPool(trx, { name: 'two', cidr: '10.8.0.0/30', gateway: '10.8.0.1', rest_seconds: 3600 });
      const at = (minute: number) => new Date(now.getTime() + minute * 60_000);
      const take = (serverId: number, minute: number) =>
        assignAddress(trx, { version: 4, accountId: serverId === mine ? accountId : other, serverId, nodeId, now: at(minute) });
      const free = async (account: number, minute: number) =>
        (await listRoomsWithAddresses(trx, { max: 9, accountId: account, now: at(minute) })).find(({ id }) => id === nodeId)
          ?.addresses;
      const first = await take(mine, 0);
      await freeAddresses(trx, mine, at(10));
      expect([await free(accountId, 11), await free(other, 11), await free(other, 70)]).toEqual([1, 0, 1]);
      const asked = { version: 4, ddosProtected: false } as const;
      expect(await explainShortage(trx, asked, { count: 1, accountId: other, now: at(69) })).toContain('No IPv4');
      expect(await explainShortage(trx, asked, { count: 1, accountId: other, now: at(70) })).toBeUndefined();
      expect((await take(mine, 11)).id).toBe(first.id);
      await freeAddresses(trx, mine, at(12));
      await expect(take(theirs, 71)).rejects.toMatchObject({ code: 'no_capacity' });
      expect((await take(theirs, 72)).id).toBe(first.id);
    });
  });

  it('are not taken from floating or draining pools, or excluded ranges', async () => {
    const serverId = await server();
    await alone(async (trx) => {
      const take = (use?: 'floating') => assignAddress(trx, { version: 4, accountId, serverId, nodeId, now, use });
      const excluded = ['10.8.0.2/31', '10.8.0.4/32', '10.8.0.5/32'];
      await addPool(trx, { name: 'f', cidr: '10.8.0.0/29', gateway: '10.8.0.1', uses: 'floating', excluded });
      await expect(take()).rejects.toMatchObject({ code: 'no_capacity' });
      expect(await take('floating')).toMatchObject({ address: '10.8.0.6' });
      await expect(take('floating')).rejects.toMatchObject({ code: 'no_capacity' });
    });
  });

  it('of IPv6 are prefixes, whose rows are created on demand', async () => {
    const serverId = await server();
    await alone(async (trx) => {
      const pool = await addPool(trx, { name: 'six', cidr: '2001:db8::/32', excluded: ['2001:db8::/64'] });
      const take = (amount: number) =>
        assignAddresses(trx, { version: 6, accountId, serverIds: Array(amount).fill(serverId), nodeId, now });
      const made = async () => (await trx.selectFrom('ip_addresses').select('id').where('pool_id', '=', pool).execute()).length;
      expect(await take(1)).toMatchObject([{ address: '2001:db8:0:1::1', prefix: 64, gateway: 'fe80::1', version: 6 }]);
      const before = await made();
      expect(new Set((await take(before + 3)).map(({ address }) => address)).size).toBe(before + 3);
      expect(await made()).toBeLessThan(3 * before);
    });
    await alone(async (trx) => {
      await addPool(trx, { name: 'end', cidr: '2001:db9::/63' });
      const request = { version: 6, accountId, nodeId, now } as const;
      const asked = { version: 6, ddosProtected: false } as const;
      expect(await explainShortage(trx, asked, { count: 2, accountId, now })).toBeUndefined();
      expect(await explainShortage(trx, asked, { count: 3, accountId, now })).toContain('No IPv6');
      expect(await assignAddresses(trx, { ...request, serverIds: [serverId, serverId] })).toHaveLength(2);
      await expect(assignAddress(trx, { ...request, serverId })).rejects.toMatchObject({ code: 'no_capacity' });
    });
  });

  it('of a transaction that fails are free again', async () => {
    const serverId = await server();
    await freeAddresses(lab.db, serverId, now);
    await lab.db
      .updateTable('ip_addresses')
      .set({ account_id: null, server_id: null, main: false })
      .where('id', '>', 0)
      .execute();
    const failing = lab.db.transaction().execute(async (trx) => {
      await assignAddress(trx, { version: 4, accountId, serverId, nodeId, now });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const { free } = await lab.db
      .selectFrom('ip_addresses')
      .select((eb) => eb.fn.countAll().as('free'))
      .where('account_id', 'is', null)
      .executeTakeFirstOrThrow();
    expect(free).toBe(13n);
  });
});
