/** Places new servers: chooses nodes by their free capacity, and reserves the capacity at the end of the transaction. */
import type { Plan } from '@innkeeper/db/schema';
import { listRoomsWithAddresses, reserveCapacityAtCommit } from '@innkeeper/db/tables/nodes';
import { listPlansOnSale, sizeOf } from '@innkeeper/db/tables/plans';
import { Failure } from '@innkeeper/model/failures';
import { explainNoCapacity, multiplyNeed, needOf } from '@innkeeper/model/servers/capacity';
import { chooseNodes, findShortage, listPlaceable, type PlaceableNode } from '@innkeeper/model/servers/placement';
import type { Customer } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';

export interface PlacementRequest {
  plan: Plan;
  count: number;
  /** Only possible node, whose disk has the source of the servers. `null` for any node. */
  nodeId: number | null;
}

/** A node with room. `ipv6`: its servers also get an IPv6 prefix. */
export type CandidateNode = PlaceableNode & { ipv6: boolean };

/**
 * Lists the room where new servers can be placed. Addresses are counted per server, up to `count` servers with `addressesEach` addresses.
 */
export async function listCandidateNodes(cx: Cx<Customer>, count: number, addressesEach = 1): Promise<CandidateNode[]> {
  const requester = { accountId: cx.actor.accountId, now: cx.clock.now() };
  const rooms = await listRoomsWithAddresses(cx.db, { ...requester, max: count * addressesEach });
  return listPlaceable(rooms, requester.now).map((room) => ({ ...room, addresses: Math.floor(room.addresses / addressesEach) }));
}

/** Returns a node id per server. Reserves nothing. Throws `no_capacity` with the shortage and the plans that would fit. */
export async function placeServers(cx: Cx, request: PlacementRequest, places: readonly PlaceableNode[]): Promise<number[]> {
  const chosen = chooseNodes(needOf(sizeOf(request.plan)), request.count, placesFor(request, places));
  if (chosen) return chosen;
  const message = (await explainPlacementShortage(cx, request, places)) ?? NO_ADDRESS;
  throw new Failure('no_capacity', { message, errors: {} });
}

/** Returns why the servers cannot be placed, as a sentence, or `undefined` if they can. */
export async function explainPlacementShortage(
  cx: Cx,
  request: PlacementRequest,
  places: readonly PlaceableNode[],
): Promise<string | undefined> {
  const need = needOf(sizeOf(request.plan));
  const possible = placesFor(request, places);
  const lack = findShortage(need, request.count, possible);
  if (lack === 'room') return explainNoCapacity(need, request.count, possible, await offers(cx));
  return lack && NO_ADDRESS;
}

/**
 * Reserves capacity for servers of the plan, one on each of the nodes.
 *
 * All orders contend for these rows, and a row stays locked until the end of its transaction. The rows are therefore updated at commit, in
 * one order. If another order took the capacity first, the transaction is run again with the remaining capacity.
 */
export async function reserveNodeCapacity(cx: MutatingCx, plan: Plan, nodeIds: readonly number[]): Promise<void> {
  const need = needOf(sizeOf(plan));
  const nodes = [...new Set(nodeIds)].toSorted((a, b) => a - b);
  for (const node of nodes) {
    const count = nodeIds.filter((id) => id === node).length;
    await reserveCapacityAtCommit(cx.db, node, multiplyNeed(need, count));
  }
}

const NO_ADDRESS = 'No IPv4 address is free at the moment. Try again later.';

const placesFor = ({ nodeId }: PlacementRequest, places: readonly PlaceableNode[]) =>
  places.filter(({ id }) => nodeId === null || id === nodeId);

/** Lists the plans on sale with their needs, most expensive last. */
async function offers(cx: Cx) {
  const plans = await listPlansOnSale(cx.db);
  return plans.map((plan) => ({ key: plan.key, ...needOf(sizeOf(plan)) }));
}
