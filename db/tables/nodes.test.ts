import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { inTransaction } from '../transaction.ts';
import { listRooms, registerNode, releaseCapacity, releasePart, reserveCapacity, reserveCapacityAtCommit } from './nodes.ts';

describe('capacity', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase({ max: 12 });
  });
  afterAll(() => lab.close());

  it('is never oversold, whichever resource runs out first', async () => {
    const nodes = [
      { name: 'few-cpus', vcpus: 14, memoryMb: 1000, diskGb: 1000 },
      { name: 'few-memory', vcpus: 1000, memoryMb: 70, diskGb: 1000 },
      { name: 'few-disk', vcpus: 1000, memoryMb: 1000, diskGb: 21 },
    ];
    const need = { vcpus: 2, dedicatedVcpus: 0, memoryMb: 10, diskGb: 3 };
    for (const node of nodes) {
      const id = await givenNode(lab.db, node);
      const held = await Promise.all(Array.from({ length: 20 }, () => reserveCapacity(lab.db, id, need)));
      expect([node.name, held.filter(Boolean).length]).toEqual([node.name, 7]);
      const room = (await listRooms(lab.db)).find((one) => one.id === id);
      const vcpus = node.vcpus - 14;
      expect(room).toMatchObject({ id, vcpus, dedicatedVcpus: vcpus, memoryMb: node.memoryMb - 70, diskGb: node.diskGb - 21 });
    }
  });

  it('is released once', async () => {
    const { accountId } = await givenAccount(lab.db);
    const nodeId = await givenNode(lab.db, { name: 'own' });
    const before = (await listRooms(lab.db)).find((one) => one.id === nodeId);
    const id = await givenServer(lab.db, { accountId, node_id: nodeId });
    expect((await listRooms(lab.db)).find((one) => one.id === nodeId)).not.toEqual(before);
    for (let i = 0; i < 2; i++) await lab.db.transaction().execute((trx) => releaseCapacity(trx, { id }));
    expect((await listRooms(lab.db)).find((one) => one.id === nodeId)).toEqual(before);
  });

  it('of a draining node is not sold, and the node with most room comes first', async () => {
    const id = await givenNode(lab.db, { name: 'huge', memoryMb: 5_000_000 });
    expect((await listRooms(lab.db))[0]?.id).toBe(id);
    await lab.db.updateTable('nodes').set({ state: 'draining' }).where('id', '=', id).execute();
    expect((await listRooms(lab.db)).map((room) => room.id)).not.toContain(id);
    expect(await reserveCapacity(lab.db, id, { vcpus: 1, dedicatedVcpus: 0, memoryMb: 1, diskGb: 1 })).toBe(false);
  });

  it('reserved at commit goes to one of two concurrent orders, and the other retries with what is left', async () => {
    const id = await givenNode(lab.db, { name: 'last-place', vcpus: 1 });
    const need = { vcpus: 1, dedicatedVcpus: 0, memoryMb: 1, diskGb: 1 };
    let runs = 0;
    let looked = 0;
    let release = (): void => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const order = () =>
      inTransaction(lab.db, async (trx) => {
        runs += 1;
        if ((await listRooms(trx)).find((room) => room.id === id)?.vcpus === 0) return 'full';
        looked += 1;
        if (looked === 2) release();
        await both;
        await reserveCapacityAtCommit(trx, id, need);
        return 'held';
      });
    expect((await Promise.all([order(), order()])).toSorted()).toEqual(['full', 'held']);
    expect(runs).toBe(3);
  });

  it('reserved at commit is refused if the node starts draining before', async () => {
    const id = await givenNode(lab.db, { name: 'drained-meanwhile' });
    const order = inTransaction(lab.db, async (trx) => {
      await lab.db.updateTable('nodes').set({ state: 'draining' }).where('id', '=', id).execute();
      await reserveCapacityAtCommit(trx, id, { vcpus: 1, dedicatedVcpus: 0, memoryMb: 1, diskGb: 1 });
    });
    await expect(order).rejects.toMatchObject({ name: 'RaceLost' });
    const { vcpus_used } = await lab.db.selectFrom('nodes').select('vcpus_used').where('id', '=', id).executeTakeFirstOrThrow();
    expect(vcpus_used).toBe(0);
  });

  it('of a host that shrank below the sold amount is zero', async () => {
    const id = await givenNode(lab.db, { name: 'shrinking' });
    await reserveCapacity(lab.db, id, { vcpus: 8, dedicatedVcpus: 0, memoryMb: 100, diskGb: 10 });
    const smaller = {
      engine: 'qemu',
      accelerator: 'tcg',
      accelerator_why: '',
      vcpus_total: 4,
      memory_mb_total: 50,
      disk_gb_total: 500,
    };
    expect(await registerNode(lab.db, { ...smaller, name: 'shrinking' })).toBe(id);
    expect((await listRooms(lab.db)).find((one) => one.id === id)).toMatchObject({
      ...{ id, vcpus: 0, dedicatedVcpus: 0, memoryMb: 0, diskGb: 490 },
    });
  });

  describe('of dedicated vCPUs', () => {
    const shared = (vcpus: number) => ({ vcpus, dedicatedVcpus: 0, memoryMb: 0, diskGb: 0 });
    const dedicated = (dedicatedVcpus: number) => ({ vcpus: 0, dedicatedVcpus, memoryMb: 0, diskGb: 0 });
    const nodeOf = async (name: string, overcommit: number): Promise<number> => {
      const id = await givenNode(lab.db, { name, vcpus: 4 });
      await lab.db.updateTable('nodes').set({ vcpus_overcommit: overcommit }).where('id', '=', id).execute();
      return id;
    };
    const room = async (id: number) => {
      const found = (await listRooms(lab.db)).find((one) => one.id === id);
      return [found?.vcpus, found?.dedicatedVcpus];
    };

    it('counts each as a whole core, regardless of overcommitment', async () => {
      const id = await nodeOf('four-cores', 4);
      expect(await room(id)).toEqual([16, 4]);
      expect(await reserveCapacity(lab.db, id, dedicated(5))).toBe(false);
      expect(await reserveCapacity(lab.db, id, dedicated(3))).toBe(true);
      // One core is left: 4 shared vCPUs, or one more dedicated vCPU.
      expect(await room(id)).toEqual([4, 1]);
      expect(await reserveCapacity(lab.db, id, shared(5))).toBe(false);
      expect(await reserveCapacity(lab.db, id, shared(1))).toBe(true);
      expect(await room(id)).toEqual([3, 0]);
      expect(await reserveCapacity(lab.db, id, dedicated(1))).toBe(false);
      await lab.db.transaction().execute((trx) => releasePart(trx, id, dedicated(3)));
      expect(await room(id)).toEqual([15, 3]);
    });

    it('is as large if cores are undercommitted, and the database refuses to oversell it', async () => {
      const id = await nodeOf('half-promised', 0.5);
      expect(await room(id)).toEqual([2, 4]);
      expect(await reserveCapacity(lab.db, id, dedicated(4))).toBe(true);
      expect(await room(id)).toEqual([0, 0]);
      const sell = lab.db.updateTable('nodes').where('id', '=', id);
      const more = { vcpus_used: 5, dedicated_vcpus_used: 5 };
      await expect(sell.set(more).execute()).rejects.toThrow('would be sold than it offers');
      // A shared vCPU that became dedicated would also need a whole core.
      await sell.set({ vcpus_used: 2, dedicated_vcpus_used: 0, vcpus_overcommit: 0.5, vcpus_setting: 4 }).execute();
      await sell.set({ vcpus_setting: 1 }).execute();
      await expect(sell.set({ dedicated_vcpus_used: 1 }).execute()).rejects.toThrow('would be sold than it offers');
    });

    it('is released with its server', async () => {
      const { accountId } = await givenAccount(lab.db);
      const node = await nodeOf('with-server', 2);
      const id = await givenServer(lab.db, { accountId, node_id: node, plan: 'dedicated-small', address: false });
      expect(await room(node)).toEqual([4, 2]);
      await lab.db.transaction().execute((trx) => releaseCapacity(trx, { id }));
      expect(await room(node)).toEqual([8, 4]);
    });
  });
});
