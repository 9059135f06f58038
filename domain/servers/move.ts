/** Decides which servers of a node can be moved and to which node. The moves themselves are workflows. */
import { randomBytes } from 'node:crypto';
import type { Server } from '@innkeeper/db/schema';
import { nodesSharingStore } from '@innkeeper/db/tables/copies';
import { nodesForFirewallsOf } from '@innkeeper/db/tables/firewalls';
import { addressesOfNodeAlone } from '@innkeeper/db/tables/ip-addresses';
import { isLocked } from '@innkeeper/db/tables/locks';
import { listRooms, reserveCapacity } from '@innkeeper/db/tables/nodes';
import { lockServer } from '@innkeeper/db/tables/servers';
import { needOf } from '@innkeeper/model/servers/capacity';
import { listPlaceable } from '@innkeeper/model/servers/placement';
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
    const decided = (await explainStaying(cx, server)) ?? (await moveOne(cx, server, node.name));
    const { hostname } = server;
    if (typeof decided === 'string') moves.staying.push({ server: id, hostname, why: decided });
    else moves.moving.push({ server: id, hostname, to: names.get(decided) ?? String(decided) });
  }
  return moves;
}

async function explainStaying(cx: MutatingCx, server: Server): Promise<string | undefined> {
  if (await isLocked(cx.db, 'server', server.id)) return 'is locked by another workflow: try again when that workflow has ended';
  if (server.status !== 'active' && server.status !== 'suspended') return 'is not built yet';
  if (server.power !== 'stopped') return `is ${server.power}: stop it first, because only a stopped server can be moved`;
  if (server.rescue) return 'is in rescue mode: leave it first';
  if (server.primary_iso_id !== null || server.secondary_iso_id !== null) return 'has an ISO in a drive: eject it first';
  const [address] = await addressesOfNodeAlone(cx.db, server.id);
  return address === undefined ? undefined : `has the address ${address}, which belongs to a pool of this node only`;
}

/** Reserves capacity on a target node and starts the move. Returns the target's id, or the reason why the server stays. */
async function moveOne(cx: MutatingCx, server: Server, fromName: string): Promise<number | string> {
  const sharing = await nodesSharingStore(cx.db, server.node_id);
  if (sharing.length === 0)
    return `cannot be moved: no other node shares a copy store with ${fromName}, such as an S3 server or a common directory`;
  const { vcpus, memory_mb: memoryMb, disk_gb: diskGb, dedicated_cpu: dedicated } = server;
  const need = needOf({ vcpus, memoryMb, diskGb, dedicated });
  const filtering = await nodesForFirewallsOf(cx.db, server.id);
  const allowed = sharing.filter((id) => filtering.includes(id));
  // A worker that is away would keep the server locked until it is back.
  const places = listPlaceable(await listRooms(cx.db), cx.clock.now()).filter(({ away }) => !away);
  for (const { id: target } of places) {
    if (target === server.node_id || !allowed.includes(target) || !(await reserveCapacity(cx.db, target, need))) continue;
    const key = `move-srv-${server.id}-${randomBytes(8).toString('hex')}.qcow2`;
    const input = { from: server.node_id, to: target, key };
    await startWorkflow(cx, 'server.move', server, input, { action: 'drainNode', details: { from: server.node_id, to: target } });
    return target;
  }
  return 'has no node to move to: no node with the same copy store, a running worker and support for its firewalls has enough capacity';
}
