/** Selects nodes for new machines. */

import { presenceOf } from '../installation/presence.ts';
import { countFitting, fits, type Need, type Room } from './capacity.ts';

/** Free resources of a node that accepts new machines. */
export interface PlaceableNode extends Room {
  id: number;
  /** Number of free addresses for its machines. Several nodes may count the same addresses. */
  addresses: number;
  /** True if its worker has not been seen for 30 s. Such a node gets only machines that fit nowhere else. */
  away: boolean;
}

/**
 * Returns the nodes that may get new machines at `now`. `away` tells whether the worker of a node is away.
 *
 * Nodes with a present worker come first. Each group keeps its order. Nodes whose worker has not been seen for five minutes are left out.
 */
export function listPlaceable<T extends { seenAt: Date | null }>(nodes: readonly T[], now: Date): (T & { away: boolean })[] {
  const judged = nodes.map((node) => ({ node, presence: presenceOf(node, now) }));
  const withPresence = (selected: 'present' | 'away') =>
    judged.filter(({ presence }) => presence === selected).map(({ node }) => ({ ...node, away: selected === 'away' }));
  return [...withPresence('present'), ...withPresence('away')];
}

/**
 * Returns a node id for each of `count` machines, or `undefined` if not all fit.
 *
 * Each machine goes to the node with the most memory left, among nodes with enough room and an address. Nodes whose worker is away come
 * last.
 */
export function chooseNodes(need: Need, count: number, places: readonly PlaceableNode[]): number[] | undefined {
  const left = places.map((place) => ({ ...place }));
  const chosen: number[] = [];
  while (chosen.length < count) {
    const [best] = left
      .filter((place) => place.addresses > 0 && fits(need, place))
      .sort((a, b) => Number(a.away) - Number(b.away) || b.memoryMb - a.memoryMb || b.vcpus - a.vcpus || a.id - b.id);
    if (!best) return undefined;
    chosen.push(best.id);
    best.addresses -= 1;
    best.vcpus -= need.vcpus;
    best.dedicatedVcpus -= need.dedicatedVcpus;
    best.memoryMb -= need.memoryMb;
    best.diskGb -= need.diskGb;
  }
  return chosen;
}

/** Returns which resource is missing for `count` machines, or `undefined` if they fit. */
export function findShortage(need: Need, count: number, places: readonly PlaceableNode[]): 'room' | 'addresses' | undefined {
  const sum = (of: (place: PlaceableNode) => number) => places.reduce((total, place) => total + of(place), 0);
  if (sum((place) => countFitting(need, place)) < count) return 'room';
  return sum((place) => Math.min(countFitting(need, place), place.addresses)) < count ? 'addresses' : undefined;
}
