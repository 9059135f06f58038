/** Which nodes new servers get: chosen by what is free when they are ordered, and held at the end of the transaction. */
import type { Plan } from '@innkeeper/db/schema';
import { holdCapacityAtCommit, listRoomsWithAddresses } from '@innkeeper/db/tables/nodes';
import { listPlansOnSale, sizeOf } from '@innkeeper/db/tables/plans';
import { needOf, refusal, times } from '@innkeeper/model/capacity';
import { Failure } from '@innkeeper/model/failures';
import { chooseNodes, lackFor, listPlaceable, type Place } from '@innkeeper/model/placement';
import type { Customer } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';

export interface Wanted {
  plan: Plan;
  count: number;
  /** The only node that will do: the one whose disk has what the servers are made of. Null: any. */
  nodeId: number | null;
}

/** `ipv6`: its servers get a prefix besides. */
export type RoomyPlace = Place & { ipv6: boolean };

/** What is free where new servers can go, with as many addresses as `count` servers could use that need so many each. */
export async function listPlaces(cx: Cx<Customer>, count: number, addressesEach = 1): Promise<RoomyPlace[]> {
  const asking = { accountId: cx.actor.accountId, now: cx.clock.now() };
  const rooms = await listRoomsWithAddresses(cx.db, { ...asking, most: count * addressesEach });
  return listPlaceable(rooms, asking.now).map((room) => ({ ...room, addresses: Math.floor(room.addresses / addressesEach) }));
}

/** A node id per server. Nothing is held. Throws `no_capacity` with what is missing and what would fit. */
export async function placeServers(cx: Cx, wanted: Wanted, places: readonly Place[]): Promise<number[]> {
  const chosen = chooseNodes(needOf(sizeOf(wanted.plan)), wanted.count, placesFor(wanted, places));
  if (chosen) return chosen;
  const message = (await lackOfPlaces(cx, wanted, places)) ?? NO_ADDRESS;
  throw new Failure('no_capacity', { message, errors: {} });
}

/** Why they can't be placed, as a sentence; undefined when they can. */
export async function lackOfPlaces(cx: Cx, wanted: Wanted, places: readonly Place[]): Promise<string | undefined> {
  const need = needOf(sizeOf(wanted.plan));
  const possible = placesFor(wanted, places);
  const lack = lackFor(need, wanted.count, possible);
  if (lack === 'room') return refusal(need, wanted.count, possible, await offers(cx));
  return lack && NO_ADDRESS;
}

/**
 * Reserves capacity for servers of the plan, one on each of the nodes. All orders meet at these rows, and who has taken one makes the
 * others wait for its transaction: so they are taken with the commit, in one order. Where another was faster, all is done again by what
 * it left.
 */
export async function holdPlaces(cx: MutatingCx, plan: Plan, nodeIds: readonly number[]): Promise<void> {
  const need = needOf(sizeOf(plan));
  const nodes = [...new Set(nodeIds)].toSorted((a, b) => a - b);
  for (const node of nodes) {
    const count = nodeIds.filter((id) => id === node).length;
    await holdCapacityAtCommit(cx.db, node, times(need, count));
  }
}

const NO_ADDRESS = 'No IPv4 address is free at the moment. Try again later.';

const placesFor = ({ nodeId }: Wanted, places: readonly Place[]) => places.filter(({ id }) => nodeId === null || id === nodeId);

/** The plans on sale as what they need, dearest last. */
async function offers(cx: Cx) {
  const plans = await listPlansOnSale(cx.db);
  return plans.map((plan) => ({ key: plan.key, ...needOf(sizeOf(plan)) }));
}
