/**
 * Reminds by mail of what expires and is not paid, and of what is about to end: each once. Of several reminders that were missed, while no
 * worker was there, the nearest is sent.
 */

import { forEachDue } from '@innkeeper/db/tables/due';
import { loadOrders } from '@innkeeper/db/tables/orders';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { accountsToRemind, type Expiring, endingUnpaid, expiringOf } from '@innkeeper/db/tables/services-due';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { days } from '@innkeeper/model/clock';
import { decimal } from '@innkeeper/model/money';
import { reminderDue, renewalHorizon } from '@innkeeper/model/renewals';
import type { JobContext } from './job.ts';

const ACCOUNTS = 500;

/** Returns to how many accounts it wrote. */
export async function remindRenewals(cx: JobContext): Promise<number> {
  const { remindDays } = cx.settings.renewals;
  const until = renewalHorizon(cx.clock.now(), Math.max(0, ...remindDays));
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
    act: ({ id }) => transact(cx, (one) => remind(one, id, until)),
  });
  return reminded + (await warnOfEnds(cx));
}

async function remind(cx: MutatingCx, accountId: number, until: Date): Promise<boolean> {
  const now = cx.clock.now();
  const byDay = new Map<string, { mark: number; services: Expiring[] }>();
  for (const service of await expiringOf(cx.db, { accountId, now, until })) {
    const mark = reminderDue(now, service.expiry_at, cx.settings.renewals.remindDays);
    if (mark === undefined) continue;
    const key = `${mark}:${service.expiry_at.toISOString().slice(0, 10)}`;
    const group = byDay.get(key) ?? { mark, services: [] };
    group.services.push(service);
    byDay.set(key, group);
  }
  let told = 0;
  for (const [key, { mark, services }] of byDay) {
    const orders = await loadOrders(
      cx.db,
      await waitingRenewals(
        cx.db,
        services.map(({ id }) => id),
      ),
    );
    told += await queueMail(cx, {
      accountId,
      template: 'renewal-reminder',
      data: {
        days: mark,
        services: services.map(({ name, expiry_at }) => ({ name, until: expiry_at.getTime() })),
        orders: orders.map(({ id, gross }) => ({ id, amount: `${decimal(gross)} ${cx.settings.currency}` })),
      },
      once: `renew:${accountId}:${key}`,
    });
  }
  return told > 0;
}

function warnOfEnds(cx: JobContext): Promise<number> {
  const { cancelGraceMs: graceMs, renewals } = cx.settings;
  return forEachDue(cx, {
    name: 'warn-of-ends',
    kind: 'service',
    async find(except) {
      const until = new Date(cx.clock.now().getTime() + days(renewals.remindEndDays));
      return (await endingUnpaid(cx.db, { until, graceMs, most: ACCOUNTS })).filter(({ id }) => !except.includes(id));
    },
    act: async ({ id, account_id: accountId, name, expiry_at, ends_at }) => {
      const data = { services: [{ name, until: ends_at.getTime() }] };
      const once = `ends:${id}:${Math.floor(expiry_at.getTime() / 1000)}`;
      return (await queueMail(cx, { accountId, template: 'termination-ahead', data, once })) > 0;
    },
  });
}
