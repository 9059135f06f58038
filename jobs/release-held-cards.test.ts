import { changeSimulated } from '@innkeeper/engine/compute/simulated/store';
import { EngineError } from '@innkeeper/engine/error';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reconcileNetwork } from './reconcile-network.ts';

let place: DoctorLab;
let accountId: number;
beforeEach(async () => {
  place = await openDoctorLab();
  ({ accountId } = await givenAccount(place.db));
});
afterEach(() => place.close());

/** Inserts a server of a node, whose guest runs on this one with a held card. */
async function givenHeld(nodeId: number): Promise<{ id: number; machineId: string }> {
  const { db, engine } = place;
  const id = await givenServer(db, { accountId, node_id: nodeId });
  const machineId = await givenMachine(engine, id, db);
  await engine.compute.start(machineId);
  await engine.network.hold(machineId);
  return { id, machineId };
}

/** Runs the job as the worker does, and returns whose addresses this node answers for. */
async function answering(): Promise<string[]> {
  const { db, engine, nodeId } = place;
  await reconcileNetwork({ ...givenJobCx(db), engine, node: { id: nodeId, name: 'this-node' }, log: SILENT_LOG });
  return (await engine.network.holdings()).addresses.map(({ machineId }) => machineId);
}

test('the card of a server that runs here answers again, unless a move of the server is unfinished', async () => {
  const { db, nodeId, otherNodeId } = place;
  const { id, machineId } = await givenHeld(nodeId);
  for (const [from, to] of [
    [nodeId, otherNodeId],
    [otherNodeId, nodeId],
  ] as const) {
    const workflow = await place.underWay('server.migrate', { id, account_id: accountId }, { from, to, leaveCopies: false });
    for (const state of ['queued', 'stuck'] as const) {
      await db.updateTable('workflows').set({ state }).where('id', '=', workflow).execute();
      expect(await answering()).toEqual([]);
    }
    await db.deleteFrom('locks').where('workflow_id', '=', workflow).execute();
    await db.deleteFrom('workflows').where('id', '=', workflow).execute();
  }
  expect(await answering()).toEqual([machineId]);
  expect((await place.findings())['lost addresses']).toBeUndefined();
});

test('the card of a server on another node stays held', async () => {
  await givenHeld(place.otherNodeId);
  expect(await answering()).toEqual([]);
});

test('the card of a guest that a lost move has left paused stays held until the server is restarted', async () => {
  const { machineId } = await givenHeld(place.nodeId);
  await changeSimulated(place.home, machineId, (machine) => ({ ...machine, sent: true }));
  expect(await answering()).toEqual([]);
  await place.engine.compute.powerOff(machineId);
  expect(await answering()).toEqual([]);
  await place.engine.compute.start(machineId);
  expect(await answering()).toEqual([machineId]);
});

test('a card that cannot be released stops no other', async () => {
  const { engine, nodeId } = place;
  const first = await givenHeld(nodeId);
  const second = await givenHeld(nodeId);
  const release = engine.network.release.bind(engine.network);
  const failing = vi.spyOn(engine.network, 'release');
  failing.mockImplementation((machineId) =>
    machineId === first.machineId ? Promise.reject(new EngineError('network', 'refused')) : release(machineId),
  );
  expect(await answering()).toEqual([second.machineId]);
  failing.mockRestore();
  expect((await answering()).sort()).toEqual([first.machineId, second.machineId].sort());
});
