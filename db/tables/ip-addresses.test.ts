import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { addPool } from '../seed/add-pool.ts';
import { freeAddresses, takeAddress } from './ip-addresses.ts';
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

  it('are given to one server each, and refused when there are none left', async () => {
    const servers = await Promise.all(Array.from({ length: 13 }, server));
    const taken = await Promise.all(
      servers.map((serverId) => takeAddress(lab.db, { version: 4, accountId, serverId, nodeId, main: true, now })),
    );
    expect(new Set(taken.map((row) => row.address)).size).toBe(13);
    expect(taken[0]).toMatchObject({ prefix: 28, gateway: '10.9.0.1', main: true, assigned_at: now, freed_at: null });

    const one = { version: 4 as const, accountId, nodeId, serverId: servers[0] ?? 0, now };
    await expect(takeAddress(lab.db, one)).rejects.toMatchObject({
      code: 'no_capacity',
      message: 'There is no free IPv4 address at the moment.',
    });
    await expect(takeAddress(lab.db, { ...one, version: 6 })).rejects.toMatchObject({ code: 'no_capacity' });
  });

  it('come back, and the one that is free for longest goes first', async () => {
    const rows = await lab.db.selectFrom('ip_addresses').selectAll().where('server_id', 'is not', null).orderBy('id').execute();
    const [late, early] = [rows[2], rows[5]];
    expect(await freeAddresses(lab.db, early?.server_id ?? 0, new Date('2026-01-03'))).toBe(1);
    expect(await freeAddresses(lab.db, late?.server_id ?? 0, new Date('2026-01-04'))).toBe(1);
    expect(await freeAddresses(lab.db, late?.server_id ?? 0, now)).toBe(0);
    const serverId = await server();
    const first = await takeAddress(lab.db, { version: 4, accountId, serverId, nodeId, now });
    const second = await takeAddress(lab.db, { version: 4, accountId, serverId, nodeId, now });
    expect([first.address, second.address]).toEqual([early?.address, late?.address]);
  });

  it('of a pool of one node go to no server of another', async () => {
    const other = await givenNode(lab.db, { name: 'other' });
    const rollback = lab.db.transaction().execute(async (trx) => {
      await trx.updateTable('ip_pools').set({ node_id: other }).where('name', '=', 'small').execute();
      await trx.updateTable('ip_addresses').set({ account_id: null, server_id: null, main: false }).execute();
      const wanted = { version: 4, accountId, serverId: await server(), now } as const;
      const places = new Map((await listRoomsWithAddresses(trx, 100)).map(({ id, addresses }) => [id, addresses]));
      expect([places.get(other), places.get(nodeId)]).toEqual([13, 0]);
      await expect(takeAddress(trx, { ...wanted, nodeId })).rejects.toMatchObject({ code: 'no_capacity' });
      expect(await takeAddress(trx, { ...wanted, nodeId: other })).toMatchObject({ prefix: 28 });
      throw new Error('as it was');
    });
    await expect(rollback).rejects.toThrow('as it was');
  });

  it('that are protected go only to who asks for one of those', async () => {
    const rollback = lab.db.transaction().execute(async (trx) => {
      const protect = (ddos_protected: boolean) => trx.updateTable('ip_addresses').set({ ddos_protected }).execute();
      await trx.updateTable('ip_addresses').set({ account_id: null, server_id: null, main: false }).execute();
      await protect(true);
      const wanted = { version: 4, accountId, nodeId, serverId: await server(), now } as const;
      expect((await listRoomsWithAddresses(trx, 100)).find(({ id }) => id === nodeId)?.addresses).toBe(0);
      expect(await takeAddress(trx, { ...wanted, ddosProtected: true })).toMatchObject({ ddos_protected: true });
      await expect(takeAddress(trx, { ...wanted, main: true })).rejects.toMatchObject({ code: 'no_capacity' });
      await protect(false);
      expect(await takeAddress(trx, { ...wanted, main: true })).toMatchObject({ main: true });
      throw new Error('as it was');
    });
    await expect(rollback).rejects.toThrow('as it was');
  });

  it('in use by a taker that fails are free again', async () => {
    const serverId = await server();
    await freeAddresses(lab.db, serverId, now);
    await lab.db
      .updateTable('ip_addresses')
      .set({ account_id: null, server_id: null, main: false })
      .where('id', '>', 0)
      .execute();
    const failing = lab.db.transaction().execute(async (trx) => {
      await takeAddress(trx, { version: 4, accountId, serverId, nodeId, now });
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
