/**
 * Reminds by mail of what expires and is not paid, and of what is about to end: each once, and again of an end that the staff has moved. Of several reminders that were missed, while no
 * worker was there, the nearest is sent.
 */

import { forEachDue } from '@innkeeper/db/tables/due';
import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { accountsToRemind, type Expiring, endingUnpaid, expiringOf, type ToRemind } from '@innkeeper/db/tables/services-due';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { days } from '@innkeeper/model/clock';
import { decimal } from '@innkeeper/model/money';
import { endTold, reminderDue, renewalHorizon } from '@innkeeper/model/renewals';
import type { JobContext } from './job.ts';

/** A look for accounts reads all that expires, so it is made for many of them at a time. */
const ACCOUNTS = 5_000;
/** Accounts that are written to in one transaction. */
const TOGETHER = 25;
const WARNED_AT_ONCE = 500;

/** Returns to how many accounts it wrote. */
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
        const ids = await accountsToRemind(cx.db, { now: cx.clock.now(), until, after, most: ACCOUNTS });
        after = ids.at(-1) ?? after;
        const fresh = ids.filter((id) => !passedOver.has(id));
        if (fresh.length > 0 || ids.length === 0) return fresh.map((id) => ({ id }));
      }
    },
    act: async ({ id }) => (await remindAll([id])) > 0,
    together: {
      groups: (accounts) => chunksOf(accounts, TOGETHER),
      act: (accounts) => remindAll(accounts.map(({ id }) => id)),
    },
  });
  return reminded + (await warnOfEnds(cx));
}

interface Reminder {
  accountId: number;
  /** Days before their end at which it is due. */
  mark: number;
  /** All end on one day. */
  services: Expiring[];
  once: string;
}

/** Returns to how many accounts it wrote. */
async function remind(cx: MutatingCx, accountIds: readonly number[], until: Date): Promise<number> {
  const due = remindersOf(cx, await expiringOf(cx.db, { accountIds, now: cx.clock.now(), until }));
  const waiting = await waitingRenewals(
    cx.db,
    due.flatMap(({ services }) => services.map(({ id }) => id)),
  );
  const orders = await loadOrders(cx.db, waiting);
  const told = await queueMail(
    cx,
    ...due.map(({ accountId, mark, services, once }) => ({
      ...{ accountId, template: 'renewal-reminder' as const, once },
      data: {
        days: mark,
        services: services.map(({ name, expiry_at }) => ({ name, until: expiry_at.getTime() })),
        orders: ordersFor(services, orders).map(({ id, gross }) => ({
          id,
          amount: `${decimal(gross)} ${cx.settings.currency}`,
        })),
      },
    })),
  );
  return new Set(told).size;
}

/** One for what ends on one day, of each account; what the staff has moved there apart from the rest, which may have been told of before. */
function remindersOf(cx: MutatingCx, expiring: readonly ToRemind[]): Reminder[] {
  const due = new Map<string, Reminder>();
  for (const service of expiring) {
    const mark = reminderDue(cx.clock.now(), service.expiry_at, cx.settings.renewals.remindDays);
    if (mark === undefined) continue;
    const accountId = service.account_id;
    const once = `renew:${accountId}:${mark}:${endTold(service)}`;
    const reminder = due.get(once) ?? { accountId, mark, services: [], once };
    reminder.services.push(service);
    due.set(once, reminder);
  }
  return [...due.values()];
}

function ordersFor(services: readonly Expiring[], orders: readonly LoadedOrder[]): LoadedOrder[] {
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
      return (await endingUnpaid(cx.db, { until, graceMs, most: WARNED_AT_ONCE })).filter(({ id }) => !except.includes(id));
    },
    act: async ({ id, account_id: accountId, name, expiry_at, ends_at }) => {
      const data = { services: [{ name, until: ends_at.getTime() }] };
      const once = `ends:${id}:${Math.floor(expiry_at.getTime() / 1000)}`;
      return (await queueMail(cx, { accountId, template: 'termination-ahead', data, once })).length > 0;
    },
  });
}
