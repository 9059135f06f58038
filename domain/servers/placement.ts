/** Which node a new server gets: decided in the transaction that holds its capacity, from rows alone. */
import type { Plan } from '@innkeeper/db/schema';
import { freeAddressesByNode } from '@innkeeper/db/tables/ip-addresses';
import { holdCapacity, listRooms } from '@innkeeper/db/tables/nodes';
import { listPlansOnSale, sizeOf } from '@innkeeper/db/tables/plans';
import { howMany, type Need, needOf, refusal } from '@innkeeper/model/capacity';
import { Failure } from '@innkeeper/model/failures';
import type { Cx, MutatingCx } from '../context.ts';

export interface Wanted {
  plan: Plan;
  count: number;
  /** The only node that will do: the one whose disk has what the servers are made of. Null: any. */
  nodeId: number | null;
}

/**
 * Reserves capacity for `count` servers of a plan, first on the node with the most free memory among those that accept servers
 * and have a free address; returns a node id per server. Throws `no_capacity` with what is missing and what would fit; the
 * rollback of the caller's transaction releases what was reserved.
 */
export async function placeServers(cx: MutatingCx, { plan, count, nodeId }: Wanted): Promise<number[]> {
  const need = needOf(sizeOf(plan));
  const before = await acceptingNodes(cx, nodeId);
  const addresses = await freeAddressesByNode(cx.db, 4);
  const placed: number[] = [];
  while (placed.length < count) {
    const hasAddress = (id: number) => (addresses.get(id) ?? 0) > placed.filter((one) => one === id).length;
    // Each that is placed may have changed which node has the most.
    const nodes = placed.length === 0 ? before : await acceptingNodes(cx, nodeId);
    const node = await holdOne(cx, need, { nodes, hasAddress });
    if (node === undefined) {
      if (before.some(({ id }) => hasAddress(id)) || before.length === 0)
        throw new Failure('no_capacity', { message: refusal(need, count, before, await offers(cx)), errors: {} });
      throw new Failure('no_capacity', { message: 'There is no free IPv4 address at the moment.' });
    }
    placed.push(node);
  }
  return placed;
}

async function acceptingNodes(cx: Cx, nodeId: number | null) {
  return (await listRooms(cx.db)).filter(({ id }) => nodeId === null || id === nodeId);
}

async function holdOne(
  cx: MutatingCx,
  need: Need,
  { nodes, hasAddress }: { nodes: readonly { id: number }[]; hasAddress: (id: number) => boolean },
): Promise<number | undefined> {
  for (const { id } of nodes) {
    if (hasAddress(id) && (await holdCapacity(cx.db, id, need))) return id;
  }
  return undefined;
}

/** The plans on sale as what they need, dearest last. */
async function offers(cx: Cx) {
  const plans = await listPlansOnSale(cx.db);
  return plans.map((plan) => ({ key: plan.key, ...needOf(sizeOf(plan)) }));
}

/** Why they can't be placed now, as `placeServers` would say it; undefined when they can. Nothing is held. */
export async function lackFor(cx: Cx, { plan, count, nodeId }: Wanted): Promise<string | undefined> {
  const need = needOf(sizeOf(plan));
  const nodes = await acceptingNodes(cx, nodeId);
  const addresses = await freeAddressesByNode(cx.db, 4);
  const sum = (of: (node: (typeof nodes)[number]) => number) => nodes.reduce((total, node) => total + of(node), 0);
  if (sum((node) => howMany(need, node)) < count) return refusal(need, count, nodes, await offers(cx));
  const placeable = sum((node) => Math.min(howMany(need, node), addresses.get(node.id) ?? 0));
  return placeable < count ? 'There is no free IPv4 address at the moment.' : undefined;
}
