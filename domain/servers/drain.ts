/** Servers of a draining node: which of them move next, and why the others stay. */
import { nodesSharingStore } from '@innkeeper/db/tables/copies';
import { countMovesFrom, listDrainedServers, listFailedTargets, lockLiveDrain } from '@innkeeper/db/tables/drains';
import { listMoveNodes } from '@innkeeper/db/tables/moves';
import { lockServer } from '@innkeeper/db/tables/servers';
import { type DrainedServer, type Fate, fateOf, MAX_MOVES_OF_NODE } from '@innkeeper/model/servers/draining';
import type { Cx, MutatingCx } from '../context.ts';
import { startMove } from './start-move.ts';

export type DrainedFate = Fate & Pick<DrainedServer, 'id' | 'hostname'>;

/** Lists the servers of a node, oldest first, with what happens to each while the node is drained. */
export async function listFates(cx: Cx, node: { id: number; isLive: boolean }): Promise<DrainedFate[]> {
  const nodes = await listMoveNodes(cx.db);
  const source = nodes.find(({ id }) => id === node.id);
  if (source === undefined) return [];
  const drain = { source, nodes, isLive: node.isLive, sharing: await nodesSharingStore(cx.db, node.id) };
  const now = cx.clock.now();
  const servers = await listDrainedServers(cx.db, node.id);
  return servers.map((server) => ({ id: server.id, hostname: server.hostname, ...fateOf(server, drain, now) }));
}

/**
 * Starts the move of a server if its node is still drained with its running servers. Returns `full` if the node already moves as many
 * servers as it may at a time. Throws as `startMove` throws.
 */
export async function startDrainMove(cx: MutatingCx, serverId: number): Promise<'started' | 'full' | 'stays'> {
  const server = await lockServer(cx.db, serverId);
  if (!server || server.status === 'terminated') return 'stays';
  // The lock on the node also keeps a second process from starting a move at the same time.
  if (!(await lockLiveDrain(cx.db, server.node_id))) return 'stays';
  if ((await countMovesFrom(cx.db, server.node_id, cx.clock.now())) >= MAX_MOVES_OF_NODE) return 'full';
  // Another node may have the CPU that the last one lacked.
  const avoid = await listFailedTargets(cx.db, server);
  await startMove(cx, server, { leaveCopies: false, avoid, action: 'server.drained' });
  return 'started';
}
