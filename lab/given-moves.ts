/** Fixtures: running servers on an installation with two nodes, and what their moves leave. */

import { changeSimulated, readSimulated, writeInSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { vi } from 'vitest';
import type { GivenServer } from './given.ts';
import { givenServer } from './given.ts';
import { givenMachine } from './given-machine.ts';
import type { LabNode, TwoNodes } from './two-nodes.ts';

const WAIT = { timeout: 30_000, interval: 20 };

/** Inserts a running server with its machine, whose disk has the file `letter`. */
export async function givenRunning(lab: TwoNodes, at: LabNode, fields: GivenServer): Promise<number> {
  // The watch would report the machine as lost between the insert of its row and its creation.
  await at.stop();
  const id = await givenServer(lab.db, { ...fields, node_id: at.id });
  const machineId = await givenMachine(at.engine, id, lab.db);
  await at.engine.compute.start(machineId);
  await writeInSimulated(at.home, machineId, 'letter', `of ${id}`);
  const { bootId } = await at.engine.compute.inspect(machineId);
  await lab.db.updateTable('server_details').set({ boot_id: bootId }).where('id', '=', id).execute();
  await at.start();
  return id;
}

/** Sets the counters of the guest's network card. */
export function giveTraffic(at: LabNode, id: number, bytes: number): Promise<void> {
  return changeSimulated(at.home, machineIdOf(id), (machine) => ({
    ...machine,
    used: { ...machine.used, netInBytes: bytes, netOutBytes: bytes },
  }));
}

export const rowOf = (lab: TwoNodes, id: number) =>
  lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Waits until no workflow holds the server. */
export async function untilFree(lab: TwoNodes, id: number): Promise<void> {
  const locks = lab.db.selectFrom('locks').select('kind').where('kind', '=', 'server').where('resource_id', '=', id);
  await vi.waitUntil(async () => (await locks.execute()).length === 0, WAIT);
}

/** Waits until no workflow holds the server, and returns its latest workflow. */
export async function whenFree(lab: TwoNodes, id: number) {
  await untilFree(lab, id);
  return lab.db
    .selectFrom('workflows')
    .selectAll()
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}

/** Returns what each node has of the server: state of its machine, whether its card answers, and its firewalls. */
export async function placesOf(lab: TwoNodes, id: number) {
  const machineId = machineIdOf(id);
  const of = async ({ engine, home }: LabNode) => {
    const { addresses } = await engine.network.holdings();
    return {
      machine: (await engine.compute.inspect(machineId)).power,
      files: await readSimulated(home, machineId).then(
        ({ disk }) => disk.files,
        () => null,
      ),
      hasCard: (await engine.network.list()).includes(machineId),
      answers: addresses.filter((one) => one.machineId === machineId).map(({ network }) => network),
      isFiltered: (await engine.network.listFirewalls()).machines.includes(machineId),
    };
  };
  return { a: await of(lab.a), b: await of(lab.b) };
}

/** State of a node that has nothing of the server. */
export const NOTHING = { machine: 'absent', files: null, hasCard: false, answers: [], isFiltered: false };

export async function usedOf(lab: Pick<TwoNodes, 'db'>, { id }: Pick<LabNode, 'id'>): Promise<number[]> {
  const node = await lab.db.selectFrom('nodes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return [node.vcpus_used, node.memory_mb_used, node.disk_gb_used];
}
