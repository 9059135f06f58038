/** Decides which servers of a node can be moved and to which node. The moves themselves are workflows. */
import { randomBytes } from 'node:crypto';
import type { Server } from '@innkeeper/db/schema';
import { nodesSharingStore } from '@innkeeper/db/tables/copies';
import { isFiltered } from '@innkeeper/db/tables/firewalls';
import { addressesOfNodeAlone } from '@innkeeper/db/tables/ip-addresses';
import { isLocked } from '@innkeeper/db/tables/locks';
import { listMoveNodes } from '@innkeeper/db/tables/moves';
import { reserveCapacity } from '@innkeeper/db/tables/nodes';
import { lockServer } from '@innkeeper/db/tables/servers';
import { needOf } from '@innkeeper/model/servers/capacity';
import { explainNoStoppedTarget, explainStaying, type MovableServer, stoppedTargets } from '@innkeeper/model/servers/moving';
import type { MutatingCx } from '../context.ts';
import { startWorkflow } from '../workflows/start.ts';

export interface Moves {
  moving: { server: number; hostname: string; to: string }[];
  /** Servers that cannot be moved, with the reason as the second half of a sentence: `is running`. */
  staying: { server: number; hostname: string; why: string }[];
}

/**
 * Starts a move of each server of the node that can be moved. The server must be off, and another node with room must share a copy store.
 */
export async function moveStoppedServers(cx: MutatingCx, node: { id: number; name: string }): Promise<Moves> {
  const found = await cx.db
    .selectFrom('servers')
    .select('id')
    .where('node_id', '=', node.id)
    .where('status', '<>', 'terminated')
    .orderBy('id')
    .execute();
  const names = new Map((await cx.db.selectFrom('nodes').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]));
  const moves: Moves = { moving: [], staying: [] };
  for (const { id } of found) {
    const server = await lockServer(cx.db, id);
    if (!server || server.node_id !== node.id || server.status === 'terminated') continue;
    const how = { from: node.name, action: 'drainNode' };
    const decided =
      explainStaying(await movableServer(cx, server), ['stopped'], node.name) ?? (await moveStopped(cx, server, how));
    const { hostname } = server;
    if (typeof decided === 'string') moves.staying.push({ server: id, hostname, why: decided });
    else moves.moving.push({ server: id, hostname, to: names.get(decided.to) ?? String(decided.to) });
  }
  return moves;
}

/** Returns what decides whether a server can move. The caller has locked its row. */
export async function movableServer(cx: MutatingCx, server: Server): Promise<MovableServer> {
  const [boundAddress] = await addressesOfNodeAlone(cx.db, server.id);
  return {
    isLocked: await isLocked(cx.db, 'server', server.id),
    status: server.status,
    power: server.power,
    isRescued: server.rescue,
    hasIso: server.primary_iso_id !== null || server.secondary_iso_id !== null,
    boundAddress,
  };
}

export interface StoppedMove {
  /** Name of the old node. */
  from: string;
  /** The only possible new node. Default: any. */
  only?: { id: number; name: string } | undefined;
  /** Action of the audit line. */
  action: string;
}

/** Reserves capacity on a target node and starts the move of a stopped server. Returns the reason as a string if the server stays. */
export async function moveStopped(
  cx: MutatingCx,
  server: Server,
  { from, only, action }: StoppedMove,
): Promise<{ to: number; workflow: number } | string> {
  const { vcpus, memory_mb: memoryMb, disk_gb: diskGb, dedicated_cpu: dedicated } = server;
  const need = needOf({ vcpus, memoryMb, diskGb, dedicated });
  const sharing = await nodesSharingStore(cx.db, server.node_id);
  const stopped = { nodeId: server.node_id, need, sharing, isFiltered: await isFiltered(cx.db, server.id) };
  const nodes = await listMoveNodes(cx.db);
  for (const { id: to } of stoppedTargets(nodes, stopped, cx.clock.now())) {
    if ((only !== undefined && to !== only.id) || !(await reserveCapacity(cx.db, to, need))) continue;
    const key = `move-srv-${server.id}-${randomBytes(8).toString('hex')}.qcow2`;
    const details = { from: server.node_id, to };
    const workflow = await startWorkflow(cx, 'server.move', server, { ...details, key }, { action, details });
    return { to, workflow };
  }
  return explainNoStoppedTarget({ nodes, nodeId: server.node_id, sharing, status: server.status }, from, only);
}
