/** Decides whether servers fit on a node. If they do not, names the missing resources and the plans that fit. */

/** Default ratio of vCPUs to cores for a new node. It is usual for hosts of shared plans, because few guests compute all the time. */
export const VCPUS_PER_CORE = 4;

export interface Need {
  /** vCPUs that share cores with others. */
  vcpus: number;
  /** vCPUs with a core of their own. They use the same cores as shared vCPUs, so selling one kind leaves less room for the other. */
  dedicatedVcpus: number;
  memoryMb: number;
  diskGb: number;
}

export interface Room extends Need {}

const UNITS: readonly { key: keyof Need; name: string; show: (n: number) => string }[] = [
  { key: 'vcpus', name: 'vCPUs', show: (n) => `${n}` },
  { key: 'dedicatedVcpus', name: 'dedicated vCPUs', show: (n) => `${n}` },
  { key: 'memoryMb', name: 'memory', show: (n) => `${trim(n / 1024)} GB` },
  { key: 'diskGb', name: 'disk', show: (n) => `${n} GB` },
];

export interface Size {
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  /** True if each vCPU has a core of its own. */
  dedicated: boolean;
}

/** Returns the need of one machine of this size. */
export function needOf({ vcpus, memoryMb, diskGb, dedicated }: Size): Need {
  return { vcpus: dedicated ? 0 : vcpus, dedicatedVcpus: dedicated ? vcpus : 0, memoryMb, diskGb };
}

/** Returns the need of `count` machines. */
export function multiplyNeed(need: Need, count: number): Need {
  const { vcpus, dedicatedVcpus, memoryMb, diskGb } = need;
  return { vcpus: vcpus * count, dedicatedVcpus: dedicatedVcpus * count, memoryMb: memoryMb * count, diskGb: diskGb * count };
}

/** Returns whether `count` machines of this need fit. */
export function fits(need: Need, room: Room, count = 1): boolean {
  return UNITS.every(({ key }) => need[key] * count <= room[key]);
}

/** Returns how many machines of this need fit. */
export function countFitting(need: Need, room: Room): number {
  return Math.max(0, Math.min(...UNITS.filter(({ key }) => need[key] > 0).map(({ key }) => Math.floor(room[key] / need[key]))));
}

/** Returns `memory (needed 4 GB, free 1.5 GB)` for each resource that is missing. */
export function listShortages(need: Need, room: Room, count = 1): string[] {
  return UNITS.filter(({ key }) => need[key] * count > room[key]).map(
    ({ key, name, show }) => `${name} (needed ${show(need[key] * count)}, free ${show(Math.max(0, room[key]))})`,
  );
}

/** Returns the node with the most room, which a refusal is based on. */
export function nodeWithMostRoom<T extends Room>(rooms: readonly T[]): T | undefined {
  return [...rooms].sort((a, b) => b.memoryMb - a.memoryMb || b.vcpus - a.vcpus || b.diskGb - a.diskGb)[0];
}

/**
 * Returns the sentence that refuses a deployment. `offers` are the plans on sale, most expensive last. The sentence names the last three
 * that fit.
 */
export function explainNoCapacity(
  need: Need,
  count: number,
  rooms: readonly Room[],
  offers: readonly (Need & { key: string })[],
): string {
  const best = nodeWithMostRoom(rooms);
  if (!best) return 'No host accepts new servers at the moment. Try again later.';
  const subject = count === 1 ? 'this server' : `${count} of these servers`;
  const lacks = listShortages(need, best, count);
  const lack = `There is not enough capacity for ${subject}: ${lacks.join(', ')}.`;
  const fewer = countFitting(need, best);
  if (count > 1 && fewer > 0) return `${lack} Order at most ${fewer}.`;
  const fitting = offers.filter((offer) => fits(offer, best)).slice(-3);
  if (fitting.length === 0) return `${lack} No plan fits at the moment. Try again later.`;
  return `${lack} Choose one of these plans: ${fitting.map((offer) => offer.key).join(', ')}.`;
}

const trim = (n: number): string => String(Math.round(n * 10) / 10);
