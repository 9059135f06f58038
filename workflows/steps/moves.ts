/** Parts of workflows that move a server to another node. */
import { releasePart } from '@innkeeper/db/tables/nodes';
import { lockServer } from '@innkeeper/db/tables/servers';
import { needOf } from '@innkeeper/model/servers/capacity';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { EndContext, StepContext } from '../define.ts';

export interface ServerMove {
  serverId: number;
  /** Ids of the nodes. */
  from: number;
  to: number;
}

type Cx = StepContext<ServerMove>;

/** Returns whether the server's row names the new node. */
export async function isMoved({ db, input }: Pick<Cx, 'db' | 'input'>): Promise<boolean> {
  const server = await db.selectFrom('servers').select('node_id').where('id', '=', input.serverId).executeTakeFirst();
  return server?.node_id === input.to;
}

/** Returns whether the old node is lost, so that its remains wait for another workflow (domain/workflows/end-move.ts). */
export async function areRemainsLeft({ db, input }: Pick<Cx, 'db' | 'input'>): Promise<boolean> {
  const waiting = await db
    .selectFrom('workflows')
    .select('id')
    .where('kind', '=', 'server.remove-remains')
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', input.serverId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Removes the machine from the node on which the step runs. */
export async function removeMachine({ engine, input }: Pick<Cx, 'engine'> & { input: { serverId: number } }): Promise<void> {
  const machineId = machineIdOf(input.serverId);
  await engine.compute.destroy(machineId);
  await engine.network.detach(machineId);
}

/** Releases the capacity on the node that does not have the server. Both nodes reserve capacity until the end. */
export async function releaseOtherNode({ db, input }: EndContext<ServerMove>): Promise<void> {
  const server = await lockServer(db, input.serverId);
  if (!server) return;
  const { vcpus, memory_mb: memoryMb, disk_gb: diskGb, dedicated_cpu: dedicated } = server;
  const other = server.node_id === input.to ? input.from : input.to;
  await releasePart(db, other, needOf({ vcpus, memoryMb, diskGb, dedicated }));
}
