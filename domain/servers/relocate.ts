/** Moves a server that waits to be built to another node, because the worker of its node is away. */
import type { Server } from '@innkeeper/db/schema';
import { findCopy } from '@innkeeper/db/tables/copies';
import { nodesForFirewallsOf } from '@innkeeper/db/tables/firewalls';
import { assignAddresses, boundAddresses, freeMainAddresses } from '@innkeeper/db/tables/ip-addresses';
import { isoNodes } from '@innkeeper/db/tables/isos';
import { listRoomsWithAddresses, releasePart, reserveCapacity } from '@innkeeper/db/tables/nodes';
import { sizeOf } from '@innkeeper/db/tables/plans';
import { updateServer } from '@innkeeper/db/tables/servers';
import { type Need, needOf } from '@innkeeper/model/servers/capacity';
import { chooseNodes, listPlaceable, type PlaceableNode } from '@innkeeper/model/servers/placement';
import type { MutatingCx } from '../context.ts';

/**
 * Moves the reservation of an unbuilt server to a node with a running worker, and returns the node's id. The caller has locked `server`. A
 * main address from the old node's own pool is replaced.
 *
 * Returns `undefined` without a change if the server cannot be moved or no other node fits. A node fits if it has room, supports the
 * firewalls, and has the source copy and the ISOs. A server with a separately bought address from the old node's own pool is never moved.
 */
export async function relocateUnbuilt(cx: MutatingCx, server: Server): Promise<number | undefined> {
  const now = cx.clock.now();
  const bound = await boundAddresses(cx.db, server.id);
  // A bought address is never replaced.
  if (bound.some(({ main }) => !main)) return undefined;
  const need = needOf(sizeOf(server));
  const target = await reserveElsewhere(cx, server, need, bound.length > 0);
  if (target === undefined) return undefined;
  await updateServer(cx.db, server.id, { node_id: target });
  if (bound.length > 0) {
    await freeMainAddresses(cx.db, server.id, now);
    const request = { accountId: server.account_id, nodeId: target, serverIds: [server.id], main: true, now };
    await assignAddresses(cx.db, { ...request, version: 4 });
    await assignAddresses(cx.db, { ...request, version: 6, allowFewer: true });
  }
  await releasePart(cx.db, server.node_id, need);
  return target;
}

/** Reserves capacity on the best node that fits, and returns its id, or `undefined`. */
async function reserveElsewhere(cx: MutatingCx, server: Server, need: Need, needsAddress: boolean): Promise<number | undefined> {
  const allowed = await nodesFor(cx, server);
  const requester = { accountId: server.account_id, now: cx.clock.now(), max: 1 };
  let places: PlaceableNode[] = listPlaceable(await listRoomsWithAddresses(cx.db, requester), requester.now)
    .filter(({ id, away }) => !away && id !== server.node_id && allowed.includes(id))
    .map((place) => ({ ...place, addresses: needsAddress ? place.addresses : 1 }));
  for (;;) {
    const [best] = chooseNodes(need, 1, places) ?? [];
    if (best === undefined || (await reserveCapacity(cx.db, best, need))) return best;
    // Another order has just filled the node.
    places = places.filter(({ id }) => id !== best);
  }
}

/** Lists the nodes that support the server's firewalls and have its source copy and ISOs. */
async function nodesFor({ db }: MutatingCx, server: Server): Promise<number[]> {
  let nodes = await nodesForFirewallsOf(db, server.id);
  const copy = server.source_copy_id === null ? undefined : await findCopy(db, server.source_copy_id);
  if (copy && copy.node_id !== null) nodes = nodes.filter((id) => id === copy.node_id);
  for (const iso of [server.primary_iso_id, server.secondary_iso_id]) {
    if (iso === null) continue;
    const having = await isoNodes(db, iso);
    nodes = nodes.filter((id) => having.includes(id));
  }
  return nodes;
}
