/**
 * Sends reminders of addons that are renewed alone, which end unpaid without a grace period. An account gets one mail for each day of ends and
 * each mark of `money.remind_days`. Its key is apart from that of servers, which may expire on the same day.
 */

import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { type AddonToRemind, accountsWithAddonsToRemind, listAddonsToRemind } from '@innkeeper/db/tables/addons-to-remind';
import { forEachDue } from '@innkeeper/db/tables/due';
import { lastRequestsToPay, mailedServices, unmailedKeys } from '@innkeeper/db/tables/mailed-services';
import { loadOrders } from '@innkeeper/db/tables/orders';
import { ordersInCharge } from '@innkeeper/db/tables/payments';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { bounded } from '@innkeeper/domain/mail/composer';
import { BILLING_ROLES, queueMail } from '@innkeeper/domain/mail/queue';
import { requestToPay } from '@innkeeper/domain/mail/renewal-ways';
import { isReminded, quietSince, reminderDue, renewalHorizon } from '@innkeeper/model/services/renewals';
import type { JobContext } from './job.ts';

const BATCH = 1_000;

/**
 * Sends due reminders of addons. Returns the number of notified accounts. Sends none while the API is away, because its next heartbeat
 * postpones the ends (`heartbeat.ts`).
 */
export async function remindAddons(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  const { remindDays } = cx.settings.renewals;
  const query = () => ({ now: cx.clock.now(), until: renewalHorizon(cx.clock.now(), Math.max(0, ...remindDays)) });
  return forEachDue(cx, {
    name: 'remind-addons',
    kind: 'account',
    // An account stays due until its addons are paid, and is read once a run.
    find: (except) => accountsWithAddonsToRemind(cx.db, { ...query(), except, max: BATCH }),
    act: ({ id: accountId }) =>
      transact(cx, async (one) => {
        if (await isAway(one.db, 'api', one.clock.now())) return false;
        const reminders = remindersOf(one, accountId, await listAddonsToRemind(one.db, { ...query(), accountId }));
        const unmailed = await unmailedKeys(one.db, reminders, BILLING_ROLES);
        let sent = false;
        for (const reminder of reminders) if (unmailed.has(reminder.dedupeKey)) sent = (await remind(one, reminder)) || sent;
        return sent;
      }),
  });
}

interface AddonReminder {
  accountId: number;
  /** Days before the addons' end at which the reminder is due. */
  daysBefore: number;
  /** Addons that end on the same day. */
  addons: AddonToRemind[];
  dedupeKey: string;
}

function remindersOf(cx: MutatingCx, accountId: number, all: readonly AddonToRemind[]): AddonReminder[] {
  const reminders = new Map<string, AddonReminder>();
  for (const addon of all) {
    const daysBefore = reminderDue(cx.clock.now(), addon.ends_at, cx.settings.renewals.remindDays);
    if (daysBefore === undefined) continue;
    const dedupeKey = `renew-addons:${accountId}:${daysBefore}:${addon.ends_at.toISOString().slice(0, 10)}`;
    const reminder = reminders.get(dedupeKey) ?? { accountId, daysBefore, addons: [], dedupeKey };
    reminder.addons.push(addon);
    reminders.set(dedupeKey, reminder);
  }
  return [...reminders.values()];
}

/** Sends a reminder of the addons that are neither being paid nor were asked for shortly before. Returns whether a mail was queued. */
async function remind(cx: MutatingCx, { accountId, daysBefore, addons, dedupeKey }: AddonReminder): Promise<boolean> {
  const orderIds = [...new Set(addons.map(({ order_id }) => order_id))];
  // Read before the requests to pay, so that a charge that fails now is seen as one of both.
  const charged = await ordersInCharge(cx.db, orderIds);
  const since = new Date(Math.min(...addons.map(({ ends_at }) => quietSince(ends_at, daysBefore).getTime())));
  const asked = await lastRequestsToPay(cx.db, { accountIds: [accountId], orderIds, since });
  const reminded = addons.filter(({ order_id: id, ends_at }) =>
    isReminded(
      { expiry_at: ends_at, is_renewed_later: false },
      [{ isBeingPaid: charged.has(id), askedAt: asked.get(id) }],
      daysBefore,
    ),
  );
  const [first] = reminded;
  if (!first) return false;
  const services = await mailedServices(
    cx.db,
    reminded.map(({ id }) => id),
  );
  const { listed, more } = bounded(
    services.flatMap(({ name, expiry_at }) => (expiry_at ? [{ name, until: expiry_at.getTime() }] : [])),
  );
  const orders = await loadOrders(
    cx.db,
    orderIds.filter((id) => reminded.some(({ order_id }) => order_id === id)),
  );
  const isSuspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  const data = {
    ...{ services: listed, more, isReminder: true, isLate: (listed[0]?.until ?? 0) <= cx.clock.now().getTime() },
    addons: { at: first.ends_at.getTime(), keepsBackups: services.some(({ key }) => key === 'backups') },
    ...(await requestToPay(cx, orders, isSuspended)),
  };
  return (await queueMail(cx, { accountId, template: 'renewal-due', dedupeKey, data })).length > 0;
}
