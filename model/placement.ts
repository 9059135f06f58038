/** On which nodes new machines go. */
import { fits, howMany, type Need, type Room } from './capacity.ts';
import { presenceOf } from './presence.ts';

/** What is free on a node that takes new machines. */
export interface Place extends Room {
  id: number;
  /** Free ones that its machines may have; nodes may share them. */
  addresses: number;
  /** Whether its worker has not been seen for 30 s: it gets only what fits nowhere else. */
  away: boolean;
}

/**
 * Lists the nodes that may get something new at `now`, with whether their worker is away. Those whose worker is there come first, each group in
 * its order. A node whose worker has not been seen for five minutes is left out.
 */
export function listPlaceable<T extends { seenAt: Date | null }>(nodes: readonly T[], now: Date): (T & { away: boolean })[] {
  const judged = nodes.map((node) => ({ node, presence: presenceOf(node, now) }));
  const those = (wanted: 'present' | 'away') =>
    judged.filter(({ presence }) => presence === wanted).map(({ node }) => ({ ...node, away: wanted === 'away' }));
  return [...those('present'), ...those('away')];
}

/**
 * The node of each of `count` machines: one after the other goes where the most memory is left among those with room and an address. Nodes whose
 * worker is away come last.
 * Undefined when not all find a place.
 */
export function chooseNodes(need: Need, count: number, places: readonly Place[]): number[] | undefined {
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

/** What lacks for `count` machines; undefined when they find a place. */
export function lackFor(need: Need, count: number, places: readonly Place[]): 'room' | 'addresses' | undefined {
  const sum = (of: (place: Place) => number) => places.reduce((total, place) => total + of(place), 0);
  if (sum((place) => howMany(need, place)) < count) return 'room';
  return sum((place) => Math.min(howMany(need, place), place.addresses)) < count ? 'addresses' : undefined;
}
