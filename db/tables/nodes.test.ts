import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { giveBackCapacity, holdCapacity, listRooms, registerNode } from './nodes.ts';

describe('capacity', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase({ max: 12 });
  });
  afterAll(() => lab.close());

  it('is never sold twice, whatever runs out first', async () => {
    const nodes = [
      { name: 'few-cpus', vcpus: 14, memoryMb: 1000, diskGb: 1000 },
      { name: 'few-memory', vcpus: 1000, memoryMb: 70, diskGb: 1000 },
      { name: 'few-disk', vcpus: 1000, memoryMb: 1000, diskGb: 21 },
    ];
    const need = { vcpus: 2, memoryMb: 10, diskGb: 3 };
    for (const node of nodes) {
      const id = await givenNode(lab.db, node);
      const held = await Promise.all(Array.from({ length: 20 }, () => holdCapacity(lab.db, id, need)));
      expect([node.name, held.filter(Boolean).length]).toEqual([node.name, 7]);
      const room = (await listRooms(lab.db)).find((one) => one.id === id);
      expect(room).toEqual({ id, vcpus: node.vcpus - 14, memoryMb: node.memoryMb - 70, diskGb: node.diskGb - 21 });
    }
  });

  it('is given back once', async () => {
    const { accountId } = await givenAccount(lab.db);
    const nodeId = await givenNode(lab.db, { name: 'own' });
    const before = (await listRooms(lab.db)).find((one) => one.id === nodeId);
    const id = await givenServer(lab.db, { accountId, node_id: nodeId });
    expect((await listRooms(lab.db)).find((one) => one.id === nodeId)).not.toEqual(before);
    for (let i = 0; i < 2; i++) await lab.db.transaction().execute((trx) => giveBackCapacity(trx, { id }));
    expect((await listRooms(lab.db)).find((one) => one.id === nodeId)).toEqual(before);
  });

  it('of a draining node is not sold, and the roomiest node comes first', async () => {
    const id = await givenNode(lab.db, { name: 'huge', memoryMb: 5_000_000 });
    expect((await listRooms(lab.db))[0]?.id).toBe(id);
    await lab.db.updateTable('nodes').set({ state: 'draining' }).where('id', '=', id).execute();
    expect((await listRooms(lab.db)).map((room) => room.id)).not.toContain(id);
    expect(await holdCapacity(lab.db, id, { vcpus: 1, memoryMb: 1, diskGb: 1 })).toBe(false);
  });

  it('of a host that shrank below what is sold on it is full', async () => {
    const id = await givenNode(lab.db, { name: 'shrinking' });
    await holdCapacity(lab.db, id, { vcpus: 8, memoryMb: 100, diskGb: 10 });
    const smaller = {
      engine: 'qemu',
      accelerator: 'tcg',
      accelerator_why: '',
      vcpus_total: 4,
      memory_mb_total: 50,
      disk_gb_total: 500,
    };
    expect(await registerNode(lab.db, { ...smaller, name: 'shrinking', seen_at: new Date() })).toBe(id);
    expect((await listRooms(lab.db)).find((one) => one.id === id)).toEqual({ id, vcpus: 0, memoryMb: 0, diskGb: 490 });
  });
});
