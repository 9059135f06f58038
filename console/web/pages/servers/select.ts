/** Filters and sorts the servers of the list. Pure. */
import type { ServerSummary } from '@innkeeper/sdk/index';
import { describeState, needsAttention } from '../../parts/server-state.ts';

export const VIEWS = ['all', 'attention', 'expiring', 'stopped'] as const;
export type View = (typeof VIEWS)[number];

export const SORT_KEYS = ['name', 'state', 'address', 'plan', 'until', 'price'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Sort {
  key: SortKey;
  isDescending: boolean;
}

/** Time in milliseconds before the expiry, in which a server is due soon. */
const SOON_MS = 14 * 86_400_000;

/**
 * Returns the time before which a server expires soon. `now` is in milliseconds. All times of the API have the same format, so texts can be
 * compared.
 */
export const soonCutoff = (now: number): string => new Date(now + SOON_MS).toISOString().replace('Z', '000Z');

/** Returns whether a view contains a server. `soon`: result of `soonCutoff`. */
export function belongsTo(view: View, server: ServerSummary, soon: string): boolean {
  if (view === 'attention') return needsAttention(server);
  if (view === 'stopped') return server.status === 'active' && server.power === 'stopped';
  if (view === 'expiring') return server.expiry_at !== null && server.expiry_at < soon;
  return true;
}

/** Counts the servers of each view. */
export function countViews(servers: readonly ServerSummary[], now: number): Record<View, number> {
  const counts: Record<View, number> = { all: 0, attention: 0, expiring: 0, stopped: 0 };
  const soon = soonCutoff(now);
  for (const server of servers) for (const view of VIEWS) if (belongsTo(view, server, soon)) counts[view] += 1;
  return counts;
}

type Test = (server: ServerSummary) => boolean;

/**
 * Returns a predicate for a typed filter. Plain words match a part of the name or the address. `plan:`, `state:` and `image:` match the
 * start of their value. All words must match.
 */
export function parseFilter(text: string): Test {
  const tests = text.trim().toLowerCase().split(/\s+/).filter(Boolean).map(testOfWord);
  return (server) => tests.every((test) => test(server));
}

function testOfWord(word: string): Test {
  const [, key, value = ''] = /^(plan|state|image):(.*)$/.exec(word) ?? [];
  if (key === 'plan') return ({ plan }) => plan.toLowerCase().startsWith(value);
  if (key === 'image') return ({ image }) => image.toLowerCase().includes(value);
  if (key === 'state')
    return (server) => describeState(server).word.toLowerCase().startsWith(value) || server.power.startsWith(value);
  return ({ hostname, main_ip }) => hostname.toLowerCase().includes(word) || main_ip?.includes(word) === true;
}

/** Reads a sort order of a URL: `name`, or `-until` for descending. */
export function parseSort(text: string | undefined): Sort {
  const isDescending = text?.startsWith('-') === true;
  const key = SORT_KEYS.find((known) => known === text?.replace(/^-/, ''));
  return key === undefined ? { key: 'name', isDescending: false } : { key, isDescending };
}

export const formatSort = ({ key, isDescending }: Sort): string => `${isDescending ? '-' : ''}${key}`;

const collator = new Intl.Collator('en', { numeric: true });

const COMPARE: Record<SortKey, (a: ServerSummary, b: ServerSummary) => number> = {
  name: (a, b) => collator.compare(a.hostname, b.hostname),
  state: (a, b) => collator.compare(describeState(a).word, describeState(b).word),
  address: (a, b) => collator.compare(a.main_ip ?? '', b.main_ip ?? ''),
  plan: (a, b) => collator.compare(a.plan, b.plan),
  until: (a, b) => (a.expiry_at ?? '').localeCompare(b.expiry_at ?? ''),
  price: (a, b) => Number(a.renew_amount) / a.billing_cycle - Number(b.renew_amount) / b.billing_cycle,
};

/**
 * Returns the sorted ids of a view. Equal servers keep the order of ids. `previous`: an earlier result. Sorting starts from it, which takes
 * a tenth of the time for 10,000 servers with few changes.
 */
export function selectServers(
  servers: readonly ServerSummary[],
  {
    view,
    filter,
    sort,
    now,
    previous = [],
  }: { view: View; filter: string; sort: Sort; now: number; previous?: readonly number[] },
): number[] {
  const test = parseFilter(filter);
  const compare = COMPARE[sort.key];
  const direction = sort.isDescending ? -1 : 1;
  const soon = soonCutoff(now);
  const shown = new Map<number, ServerSummary>();
  for (const server of servers) if (belongsTo(view, server, soon) && test(server)) shown.set(server.id, server);
  const before = previous.flatMap((id) => shown.get(id) ?? []);
  for (const { id } of before) shown.delete(id);
  return [...before, ...shown.values()].sort((a, b) => direction * compare(a, b) || a.id - b.id).map(({ id }) => id);
}
