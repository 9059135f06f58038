import { forEachDue } from '@innkeeper/db/tables/due';
import type { ComputePort } from '@innkeeper/engine/compute/port';
import { minutes } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { powerOf, seenOutside } from '@innkeeper/model/states/server-power';
import type { NodeContext } from '../job.ts';
import type { Known } from './known.ts';
import { observeServer } from './observe-server.ts';
import { onNode, workOf } from './of-node.ts';

/** What a guest does is news, also of one that could not be looked at. */
const LONGEST_PAUSE_MS = minutes(5);

export interface Compared {
  /** Whether any server differed from its machine. */
  differed: boolean;
  /** The active and suspended servers of the node, besides locked ones. */
  serverIds: ReadonlySet<number>;
}

/** Machines as `ComputePort.list` reports them. */
export type Machines = Awaited<ReturnType<ComputePort['list']>>;

/** Compares what the engine has with what the rows say, and looks closer at each unlocked server that differs. */
export async function reconcile(options: NodeContext, known: Known, listed: Machines): Promise<Compared> {
  const machines = new Map(listed.map((machine) => [machine.machineId, powerOf(machine)]));
  const servers = await options.db
    .selectFrom('servers')
    .leftJoin('locks', (join) => join.on('locks.kind', '=', 'server').onRef('locks.resource_id', '=', 'servers.id'))
    .select(['servers.id', 'servers.power'])
    .where('servers.status', 'in', ['active', 'suspended'])
    .where('locks.kind', 'is', null)
    .where(onNode(options))
    .execute();
  const differing = servers.filter(({ id, power }) => seenOutside(power, machines.get(machineIdOf(id)) ?? 'absent'));
  const compared = { differed: differing.length > 0, serverIds: new Set(servers.map(({ id }) => id)) };
  if (!compared.differed && !known.failed('observe-servers')) return compared;
  await forEachDue(options, {
    name: workOf(options, 'observe-servers'),
    kind: 'server',
    longestPauseMs: LONGEST_PAUSE_MS,
    find: async (except) => differing.filter(({ id }) => !except.includes(id)),
    async act({ id }) {
      await observeServer(options, id);
      return true;
    },
  });
  return compared;
}
