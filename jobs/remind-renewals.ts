/**
 * Sends reminders of unpaid services that expire, and warnings of services about to end. Each is sent once, and again for an end that staff
 * moved. If several reminders were missed because no worker was running, only the nearest is sent.
 */

import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { lastRequestsToPay, unmailedKeys } from '@innkeeper/db/tables/mailed-services';
import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import { ordersInCharge } from '@innkeeper/db/tables/payments';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import {
  accountsToRemind,
  accountsToWarn,
  type Ending,
  type ExpiringService,
  listEndingUnpaidServices,
  listExpiring,
  type ServiceToRemind,
} from '@innkeeper/db/tables/services-due';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { bounded } from '@innkeeper/domain/mail/composer';
import { BILLING_ROLES, type NewMail, queueMail } from '@innkeeper/domain/mail/queue';
import { debtsOfServices, requestToPay } from '@innkeeper/domain/mail/renewal-ways';
import { termsOf } from '@innkeeper/domain/mail/renewed-services';
import { expiryKey, isReminded, quietSince, reminderDue, renewalHorizon } from '@innkeeper/model/services/renewals';
import { days } from '@innkeeper/model/time/clock';
import type { JobContext } from './job.ts';
import { remindAddons } from './remind-addons.ts';

/** Number of accounts per query. A query reads everything that expires, so it covers many accounts. */
const ACCOUNTS = 5_000;
/** Number of accounts notified in one transaction. */
const BATCH_SIZE = 25;
const WARNING_BATCH_SIZE = 500;

/** Sends due reminders and warnings. Returns the number of notified accounts. A home that takes no real money sends only warnings. */
export async function remindRenewals(cx: JobContext): Promise<number> {
  const reminded = cx.settings.hasTrialPayments ? 0 : (await remindAll(cx)) + (await remindAddons(cx));
  return reminded + (await warnOfEnds(cx));
}

async function remindAll(cx: JobContext): Promise<number> {
  const { remindDays } = cx.settings.renewals;
  const until = renewalHorizon(cx.clock.now(), Math.max(0, ...remindDays));
  const remindThem = (ids: readonly number[]) => transact(cx, (one) => remind(one, ids, until));
  let after = 0;
  return forEachDue(cx, {
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
    act: async ({ id }) => (await remindThem([id])) > 0,
    batch: {
      groups: (accounts) => chunksOf(accounts, BATCH_SIZE),
      act: (accounts) => remindThem(accounts.map(({ id }) => id)),
    },
  });
}

interface Reminder {
  accountId: number;
  /** Days before the services' end at which the reminder is due. */
  daysBefore: number;
  /** Services that end on the same day. */
  services: ServiceToRemind[];
  dedupeKey: string;
}

/** Sends the reminders of these accounts. Returns how many accounts were notified. */
async function remind(cx: MutatingCx, accountIds: readonly number[], until: Date): Promise<number> {
  const expiring = await listExpiring(cx.db, { accountIds, now: cx.clock.now(), until });
  const due = await withoutMailed(cx.db, remindersOf(cx, expiring));
  if (due.length === 0) return 0;
  const waiting = await waitingRenewals(
    cx.db,
    due.flatMap(({ services }) => services.map(({ id }) => id)),
  );
  const orders = await loadOrders(cx.db, waiting);
  // Read before the requests to pay, so that a charge that fails now is seen as one of both.
  const charged = await ordersInCharge(cx.db, waiting);
  const since = new Date(Math.min(...due.map(({ daysBefore, services }) => quietSinceAny(services, daysBefore))));
  const asked = await lastRequestsToPay(cx.db, { accountIds, orderIds: waiting, since });
  const suspended = await suspendedAccounts(cx.db, accountIds);
  const mails = [];
  for (const reminder of due) mails.push(...(await mailOf(cx, reminder, { orders, charged, asked, suspended })));
  return new Set(await queueMail(cx, ...mails)).size;
}

/** Returns the reminders that at least one reader has not got. */
async function withoutMailed(db: MutatingCx['db'], reminders: readonly Reminder[]): Promise<Reminder[]> {
  const unmailed = await unmailedKeys(db, reminders, BILLING_ROLES);
  return reminders.filter(({ dedupeKey }) => unmailed.has(dedupeKey));
}

const quietSinceAny = (services: readonly ExpiringService[], daysBefore: number): number =>
  Math.min(...services.map(({ expiry_at }) => quietSince(expiry_at, daysBefore).getTime()));

/** Returns the mail of a reminder, or none if its services are renewed later, are being paid, or were asked for shortly before. */
async function mailOf(
  cx: MutatingCx,
  { accountId, daysBefore, services, dedupeKey }: Reminder,
  {
    orders,
    charged,
    asked,
    suspended,
  }: {
    orders: readonly LoadedOrder[];
    charged: ReadonlySet<number>;
    asked: ReadonlyMap<number, Date>;
    suspended: ReadonlySet<number>;
  },
): Promise<NewMail<'renewal-due'>[]> {
  const reminded = services.filter((service) => {
    const theirs = ordersFor([service], orders).map(({ id, status }) => ({
      isBeingPaid: status === 'processing' || charged.has(id),
      askedAt: asked.get(id),
    }));
    return isReminded(service, theirs, daysBefore);
  });
  if (reminded.length === 0) return [];
  const waiting = ordersFor(reminded, orders);
  const { listed, more } = bounded(termsOf(reminded));
  const data = {
    ...{ services: listed, more, isLate: false, ...(waiting.length > 0 && { isReminder: true }) },
    ...(await requestToPay(cx, waiting, suspended.has(accountId))),
  };
  return [{ accountId, template: 'renewal-due', dedupeKey, data }];
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

/** Warns of no end while the API is away, because its next heartbeat postpones the ends (`heartbeat.ts`). */
async function warnOfEnds(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  const { cancelGraceMs: graceMs, renewals } = cx.settings;
  const query = () => ({ until: new Date(cx.clock.now().getTime() + days(renewals.remindEndDays)), graceMs });
  return forEachDue(cx, {
    name: 'warn-of-ends',
    kind: 'account',
    find: async (except) => (await accountsToWarn(cx.db, { ...query(), except, max: WARNING_BATCH_SIZE })).map((id) => ({ id })),
    act: ({ id }) =>
      transact(cx, async (one) => {
        if (await isAway(one.db, 'api', one.clock.now())) return false;
        return warn(one, id, await listEndingUnpaidServices(one.db, { ...query(), accountId: id }));
      }),
  });
}

/** Warns of the end of these services in one mail. Returns whether a mail was queued. */
async function warn(cx: MutatingCx, accountId: number, ending: readonly Ending[]): Promise<boolean> {
  const [first] = ending;
  if (!first) return false;
  const keyOf = ({ id, expiry_at }: Ending) => `${id}:${Math.floor(expiry_at.getTime() / 1000)}`;
  const { listed, more } = bounded(ending);
  const data = {
    services: listed.map(({ name, ends_at }) => ({ name, until: ends_at.getTime() })),
    ...{ more, ends: ending.map(keyOf) },
    ...(await debtsOfServices(
      cx,
      ending.map(({ id }) => id),
    )),
  };
  const mail = { accountId, template: 'termination-ahead', data, dedupeKey: `ends:${keyOf(first)}` } as const;
  return (await queueMail(cx, mail)).length > 0;
}
