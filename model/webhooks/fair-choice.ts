/**
 * Which of the due deliveries are begun next, in one worker. Nobody's receivers keep those of another waiting: an account, a webhook and a
 * host have so many places at most, accounts with fewer deliveries under way come first, and receivers that fail or are slow get half of
 * all places at most.
 */

export interface Place {
  webhook_id: number;
  account_id: number;
  /** Of the URL: many webhooks may name one, and together must not become a flood. */
  host: string;
  /** The last try failed, or took long. */
  slow: boolean;
}

export const AT_ONCE = 32;
const SLOW_AT_ONCE = AT_ONCE / 2;
const PER_ACCOUNT = 4;
const PER_HOST = 8;
const PER_WEBHOOK = 2;

/** What may be begun beside `underWay`, in the order of `due` within an account. */
export function fairChoice<Due extends Place>(due: readonly Due[], underWay: readonly Place[]): Due[] {
  const busy = countsOf(underWay);
  const chosen: Due[] = [];
  const left = new Set(due);
  while (underWay.length + chosen.length < AT_ONCE) {
    let next: Due | undefined;
    for (const one of left) if (fits(one, busy) && (!next || busy.account(one) < busy.account(next))) next = one;
    if (!next) break;
    left.delete(next);
    busy.add(next);
    chosen.push(next);
  }
  return chosen;
}

export const slowPlacesAreTaken = (underWay: readonly Place[]): boolean =>
  underWay.filter(({ slow }) => slow).length >= SLOW_AT_ONCE;

function fits(one: Place, busy: Counts): boolean {
  if (busy.account(one) >= PER_ACCOUNT || busy.host(one) >= PER_HOST) return false;
  if (one.slow) return busy.webhook(one) === 0 && busy.slow() < SLOW_AT_ONCE;
  return busy.webhook(one) < PER_WEBHOOK;
}

type Counts = ReturnType<typeof countsOf>;

function countsOf(places: readonly Place[]) {
  const counts = new Map<string, number>();
  const count = (key: string): number => counts.get(key) ?? 0;
  const keysOf = ({ account_id, host, webhook_id, slow }: Place): string[] => [
    `account ${account_id}`,
    `host ${host}`,
    `webhook ${webhook_id}`,
    ...(slow ? ['slow'] : []),
  ];
  const add = (place: Place): void => {
    for (const key of keysOf(place)) counts.set(key, count(key) + 1);
  };
  for (const place of places) add(place);
  return {
    add,
    account: ({ account_id }: Place): number => count(`account ${account_id}`),
    host: ({ host }: Place): number => count(`host ${host}`),
    webhook: ({ webhook_id }: Place): number => count(`webhook ${webhook_id}`),
    slow: (): number => count('slow'),
  };
}
