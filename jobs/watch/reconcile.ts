import { forEachDue } from '@innkeeper/db/tables/due';
import type { ComputePort } from '@innkeeper/engine/compute/port';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { powerOf, reconcilePower } from '@innkeeper/model/states/server-power';
import { minutes } from '@innkeeper/model/time/clock';
import type { NodeContext } from '../job.ts';
import type { NodeProblems } from './node-problems.ts';
import { observeServer } from './observe-server.ts';
import { onNode, workOf } from './of-node.ts';

/** Longest back-off in milliseconds. Changes of a guest must be noticed soon, even after a failed observation. */
const MAX_BACKOFF_MS = minutes(5);

export interface Compared {
  /** `true` if any server differed from its machine. */
  differed: boolean;
  /** Active and suspended servers of the node, except locked ones. */
  serverIds: ReadonlySet<number>;
}

/** Machines as `ComputePort.list` reports them. */
export type Machines = Awaited<ReturnType<ComputePort['list']>>;

/** Compares the engine's machines with the rows, and observes each unlocked server that differs. */
export async function reconcile(options: NodeContext, problems: NodeProblems, listed: Machines): Promise<Compared> {
  const machines = new Map(listed.map((machine) => [machine.machineId, powerOf(machine)]));
  const servers = await options.db
    .selectFrom('servers')
    .leftJoin('locks', (join) => join.on('locks.kind', '=', 'server').onRef('locks.resource_id', '=', 'servers.id'))
    .select(['servers.id', 'servers.power'])
    .where('servers.status', 'in', ['active', 'suspended'])
    .where('locks.kind', 'is', null)
    .where(onNode(options))
    .execute();
  const differing = servers.filter(({ id, power }) => reconcilePower(power, machines.get(machineIdOf(id)) ?? 'absent'));
  const compared = { differed: differing.length > 0, serverIds: new Set(servers.map(({ id }) => id)) };
  if (!compared.differed && !problems.hasFailed('observe-servers')) return compared;
  await forEachDue(options, {
    name: workOf(options, 'observe-servers'),
    kind: 'server',
    maxBackoffMs: MAX_BACKOFF_MS,
    find: async (except) => differing.filter(({ id }) => !except.includes(id)),
    async act({ id }) {
      await observeServer(options, id);
      return true;
    },
  });
  return compared;
}
