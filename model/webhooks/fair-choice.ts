/**
 * Selects the due webhook deliveries that a worker starts next.
 *
 * Receivers of one account must not delay those of another. An account, a webhook and a host have limited slots. Accounts with fewer active
 * deliveries come first. Receivers that fail or are slow get at most half of all slots.
 */

export interface DeliveryTarget {
  webhook_id: number;
  account_id: number;
  /** Host of the URL. Many webhooks may use one host, and must not flood it together. */
  host: string;
  /** True if the last attempt failed or was slow. */
  slow: boolean;
}

export const MAX_IN_FLIGHT = 32;
const MAX_SLOW_IN_FLIGHT = MAX_IN_FLIGHT / 2;
const PER_ACCOUNT = 4;
const PER_HOST = 8;
const PER_WEBHOOK = 2;

/** Returns the deliveries that may start in addition to `underWay`, in the order of `due` within an account. */
export function selectDeliveries<Due extends DeliveryTarget>(due: readonly Due[], underWay: readonly DeliveryTarget[]): Due[] {
  const busy = countsOf(underWay);
  const chosen: Due[] = [];
  const left = new Set(due);
  while (underWay.length + chosen.length < MAX_IN_FLIGHT) {
    let next: Due | undefined;
    for (const one of left) if (fits(one, busy) && (!next || busy.account(one) < busy.account(next))) next = one;
    if (!next) break;
    left.delete(next);
    busy.add(next);
    chosen.push(next);
  }
  return chosen;
}

/** Returns whether failing and slow receivers use all slots that are available to them. */
export const areSlowSlotsFull = (underWay: readonly DeliveryTarget[]): boolean =>
  underWay.filter(({ slow }) => slow).length >= MAX_SLOW_IN_FLIGHT;

function fits(one: DeliveryTarget, busy: Counts): boolean {
  if (busy.account(one) >= PER_ACCOUNT || busy.host(one) >= PER_HOST) return false;
  if (one.slow) return busy.webhook(one) === 0 && busy.slow() < MAX_SLOW_IN_FLIGHT;
  return busy.webhook(one) < PER_WEBHOOK;
}

type Counts = ReturnType<typeof countsOf>;

function countsOf(places: readonly DeliveryTarget[]) {
  const counts = new Map<string, number>();
  const count = (key: string): number => counts.get(key) ?? 0;
  const keysOf = ({ account_id, host, webhook_id, slow }: DeliveryTarget): string[] => [
    `account ${account_id}`,
    `host ${host}`,
    `webhook ${webhook_id}`,
    ...(slow ? ['slow'] : []),
  ];
  const add = (place: DeliveryTarget): void => {
    for (const key of keysOf(place)) counts.set(key, count(key) + 1);
  };
  for (const place of places) add(place);
  return {
    add,
    account: ({ account_id }: DeliveryTarget): number => count(`account ${account_id}`),
    host: ({ host }: DeliveryTarget): number => count(`host ${host}`),
    webhook: ({ webhook_id }: DeliveryTarget): number => count(`webhook ${webhook_id}`),
    slow: (): number => count('slow'),
  };
}
