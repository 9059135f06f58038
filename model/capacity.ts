/** Whether a machine fits on a node, and, when it does not, what is missing and what would fit. */

/** How many times a new node promises each core: what hosts of shared plans usually do, since few guests compute all the time. */
export const VCPUS_PER_CORE = 4;

export interface Need {
  /** That share cores with others. */
  vcpus: number;
  /** Each a core of its own; a room has fewer of these the more of the others are sold, and the other way round. */
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
  /** Whether its vCPUs are cores of their own. */
  dedicated: boolean;
}

export function needOf({ vcpus, memoryMb, diskGb, dedicated }: Size): Need {
  return { vcpus: dedicated ? 0 : vcpus, dedicatedVcpus: dedicated ? vcpus : 0, memoryMb, diskGb };
}

/** What so many of them need. */
export function times(need: Need, count: number): Need {
  const { vcpus, dedicatedVcpus, memoryMb, diskGb } = need;
  return { vcpus: vcpus * count, dedicatedVcpus: dedicatedVcpus * count, memoryMb: memoryMb * count, diskGb: diskGb * count };
}

/** Room for `count` machines of this need. */
export function fits(need: Need, room: Room, count = 1): boolean {
  return UNITS.every(({ key }) => need[key] * count <= room[key]);
}

/** How many of them fit. */
export function howMany(need: Need, room: Room): number {
  return Math.max(0, Math.min(...UNITS.filter(({ key }) => need[key] > 0).map(({ key }) => Math.floor(room[key] / need[key]))));
}

/** "memory (needed 4 GB, free 1.5 GB)" for each resource that is missing. */
export function lacking(need: Need, room: Room, count = 1): string[] {
  return UNITS.filter(({ key }) => need[key] * count > room[key]).map(
    ({ key, name, show }) => `${name} (needed ${show(need[key] * count)}, free ${show(Math.max(0, room[key]))})`,
  );
}

/** The node with the most room: the one that a refusal compares with. */
export function roomiest<T extends Room>(rooms: readonly T[]): T | undefined {
  return [...rooms].sort((a, b) => b.memoryMb - a.memoryMb || b.vcpus - a.vcpus || b.diskGb - a.diskGb)[0];
}

/**
 * The sentence of a refused deploy. `offers` are the plans on sale, dearest last; the largest ones that fit are named.
 */
export function refusal(need: Need, count: number, rooms: readonly Room[], offers: readonly (Need & { key: string })[]): string {
  const best = roomiest(rooms);
  if (!best) return 'No host accepts new servers at the moment. Try again later.';
  const wanted = count === 1 ? 'this server' : `${count} of these servers`;
  const lacks = lacking(need, best, count);
  const lack = `There is not enough capacity for ${wanted}: ${lacks.join(', ')}.`;
  const fewer = howMany(need, best);
  if (count > 1 && fewer > 0) return `${lack} Order at most ${fewer}.`;
  const fitting = offers.filter((offer) => fits(offer, best)).slice(-3);
  if (fitting.length === 0) return `${lack} No plan fits at the moment. Try again later.`;
  return `${lack} Choose one of these plans: ${fitting.map((offer) => offer.key).join(', ')}.`;
}

const trim = (n: number): string => String(Math.round(n * 10) / 10);
