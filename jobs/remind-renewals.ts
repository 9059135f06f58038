/**
 * Sends reminders of unpaid services that expire, and warnings of services about to end. Each is sent once, and again for an end that staff
 * moved. If several reminders were missed because no worker was running, only the nearest is sent.
 */

import { forEachDue } from '@innkeeper/db/tables/due';
import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import {
  accountsToRemind,
  type ExpiringService,
  listEndingUnpaidServices,
  listExpiring,
  type ServiceToRemind,
} from '@innkeeper/db/tables/services-due';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { formatDecimal } from '@innkeeper/model/money/money';
import { expiryKey, reminderDue, renewalHorizon } from '@innkeeper/model/services/renewals';
import { days } from '@innkeeper/model/time/clock';
import type { JobContext } from './job.ts';

/** Number of accounts per query. A query reads everything that expires, so it covers many accounts. */
const ACCOUNTS = 5_000;
/** Number of accounts notified in one transaction. */
const BATCH_SIZE = 25;
const WARNING_BATCH_SIZE = 500;

/** Sends due reminders and warnings. Returns the number of notified accounts. */
export async function remindRenewals(cx: JobContext): Promise<number> {
  const { remindDays } = cx.settings.renewals;
  const until = renewalHorizon(cx.clock.now(), Math.max(0, ...remindDays));
  const remindAll = (ids: readonly number[]) => transact(cx, (one) => remind(one, ids, until));
  let after = 0;
  const reminded = await forEachDue(cx, {
    name: 'remind-renewals',
    kind: 'account',
    async find(except) {
      const passedOver = new Set(except);
      for (;;) {
        const ids = await accountsToRemind(cx.db, { now: cx.clock.now(), until, after, max: ACCOUNTS });
        after = ids.at(-1) ?? after;
        const fresh = ids.filter((id) => !passedOver.has(id));
        if (fresh.length > 0 || ids.length === 0) return fresh.map((id) => ({ id }));
      }
    },
    act: async ({ id }) => (await remindAll([id])) > 0,
    batch: {
      groups: (accounts) => chunksOf(accounts, BATCH_SIZE),
      act: (accounts) => remindAll(accounts.map(({ id }) => id)),
    },
  });
  return reminded + (await warnOfEnds(cx));
}

interface Reminder {
  accountId: number;
  /** Days before the services' end at which the reminder is due. */
  daysBefore: number;
  /** Services that end on the same day. */
  services: ExpiringService[];
  dedupeKey: string;
}

/** Sends the reminders of these accounts. Returns how many accounts were notified. */
async function remind(cx: MutatingCx, accountIds: readonly number[], until: Date): Promise<number> {
  const due = remindersOf(cx, await listExpiring(cx.db, { accountIds, now: cx.clock.now(), until }));
  const waiting = await waitingRenewals(
    cx.db,
    due.flatMap(({ services }) => services.map(({ id }) => id)),
  );
  const orders = await loadOrders(cx.db, waiting);
  const notified = await queueMail(
    cx,
    ...due.map(({ accountId, daysBefore: mark, services, dedupeKey }) => ({
      ...{ accountId, template: 'renewal-reminder' as const, dedupeKey },
      data: {
        days: mark,
        services: services.map(({ name, expiry_at }) => ({ name, until: expiry_at.getTime() })),
        orders: ordersFor(services, orders).map(({ id, gross }) => ({
          id,
          amount: `${formatDecimal(gross)} ${cx.settings.currency}`,
        })),
      },
    })),
  );
  return new Set(notified).size;
}

/**
 * Returns one reminder per account and day of expiry. Services whose end was moved by staff get a separate reminder. The account may
 * already have a reminder for the other services of that day.
 */
function remindersOf(cx: MutatingCx, expiring: readonly ServiceToRemind[]): Reminder[] {
  const due = new Map<string, Reminder>();
  for (const service of expiring) {
    const daysBefore = reminderDue(cx.clock.now(), service.expiry_at, cx.settings.renewals.remindDays);
    if (daysBefore === undefined) continue;
    const accountId = service.account_id;
    const dedupeKey = `renew:${accountId}:${daysBefore}:${expiryKey(service)}`;
    const reminder = due.get(dedupeKey) ?? { accountId, daysBefore, services: [], dedupeKey };
    reminder.services.push(service);
    due.set(dedupeKey, reminder);
  }
  return [...due.values()];
}

function ordersFor(services: readonly ExpiringService[], orders: readonly LoadedOrder[]): LoadedOrder[] {
  const ids = new Set<number | null>(services.map(({ id }) => id));
  return orders.filter(({ lines }) => lines.some(({ service_id }) => ids.has(service_id)));
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

function warnOfEnds(cx: JobContext): Promise<number> {
  const { cancelGraceMs: graceMs, renewals } = cx.settings;
  return forEachDue(cx, {
    name: 'warn-of-ends',
    kind: 'service',
    async find(except) {
      const until = new Date(cx.clock.now().getTime() + days(renewals.remindEndDays));
      return (await listEndingUnpaidServices(cx.db, { until, graceMs, max: WARNING_BATCH_SIZE })).filter(
        ({ id }) => !except.includes(id),
      );
    },
    act: async ({ id, account_id: accountId, name, expiry_at, ends_at }) => {
      const data = { services: [{ name, until: ends_at.getTime() }] };
      const once = `ends:${id}:${Math.floor(expiry_at.getTime() / 1000)}`;
      return (await queueMail(cx, { accountId, template: 'termination-ahead', data, dedupeKey: once })).length > 0;
    },
  });
}
