/** Gives a server that waits to be built another node, since the worker of its own is away. */
import type { Server } from '@innkeeper/db/schema';
import { findCopy } from '@innkeeper/db/tables/copies';
import { nodesForFirewallsOf } from '@innkeeper/db/tables/firewalls';
import { boundAddresses, freeMainAddresses, takeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { isoNodes } from '@innkeeper/db/tables/isos';
import { holdCapacity, listRoomsWithAddresses, releasePart } from '@innkeeper/db/tables/nodes';
import { sizeOf } from '@innkeeper/db/tables/plans';
import { updateServer } from '@innkeeper/db/tables/servers';
import { type Need, needOf } from '@innkeeper/model/capacity';
import { chooseNodes, listPlaceable, type Place } from '@innkeeper/model/placement';
import type { MutatingCx } from '../context.ts';

/**
 * Moves the reservation of an unbuilt server to a node whose worker is there, and returns the node's id. Returns `undefined`, and changes
 * nothing, if no other node fits: by room, by its firewalls, by the copy and the ISOs that the server is made of, or by an address that was
 * bought for it. `server` is locked by the caller. A main address of the old node's own pool is replaced.
 */
export async function relocateUnbuilt(cx: MutatingCx, server: Server): Promise<number | undefined> {
  const now = cx.clock.now();
  const bound = await boundAddresses(cx.db, server.id);
  // An address that was bought is not replaced by another.
  if (bound.some(({ main }) => !main)) return undefined;
  const need = needOf(sizeOf(server));
  const target = await holdElsewhere(cx, server, need, bound.length > 0);
  if (target === undefined) return undefined;
  await updateServer(cx.db, server.id, { node_id: target });
  if (bound.length > 0) {
    await freeMainAddresses(cx.db, server.id, now);
    const wanted = { accountId: server.account_id, nodeId: target, serverIds: [server.id], main: true, now };
    await takeAddresses(cx.db, { ...wanted, version: 4 });
    await takeAddresses(cx.db, { ...wanted, version: 6, orFewer: true });
  }
  await releasePart(cx.db, server.node_id, need);
  return target;
}

/** Holds capacity on the best node that fits, and returns its id. */
async function holdElsewhere(cx: MutatingCx, server: Server, need: Need, needsAddress: boolean): Promise<number | undefined> {
  const allowed = await nodesFor(cx, server);
  const asking = { accountId: server.account_id, now: cx.clock.now(), most: 1 };
  let places: Place[] = listPlaceable(await listRoomsWithAddresses(cx.db, asking), asking.now)
    .filter(({ id, away }) => !away && id !== server.node_id && allowed.includes(id))
    .map((place) => ({ ...place, addresses: needsAddress ? place.addresses : 1 }));
  for (;;) {
    const [best] = chooseNodes(need, 1, places) ?? [];
    if (best === undefined || (await holdCapacity(cx.db, best, need))) return best;
    // Filled by another order a moment ago.
    places = places.filter(({ id }) => id !== best);
  }
}

/** The nodes that can have its firewalls, and have what it is made of. */
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
