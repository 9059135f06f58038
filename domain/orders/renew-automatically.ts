/** The order of a day's automatic renewals of an account. */
import { covers, holdBalance } from '@innkeeper/db/ledger';
import type { Service } from '@innkeeper/db/schema';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { sumLines } from '@innkeeper/model/pricing/order';
import { suspendUnpaidAt } from '@innkeeper/model/renewals';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { chargeSavedCard } from '../payments/charge-saved-card.ts';
import { automaticLines } from '../services/renewal.ts';
import { buyerOf } from './buyer.ts';
import { fulfil } from './fulfil.ts';
import { type Payment, payOrder, writeOrder } from './place.ts';

/**
 * `servers` are locked by the caller, and have no order for the period that follows. Waits, when the balance does not cover it, until the
 * first of them would end. Null: there was nothing to renew.
 */
export async function placeAutomaticRenewal(
  cx: MutatingCx,
  { accountId, servers }: { accountId: number; servers: readonly Service[] },
): Promise<{ orderId: number; paid: boolean } | null> {
  const buyer = await buyerOf(cx, accountId);
  const lines = await automaticLines(cx, buyer.tax, servers);
  if (lines.length === 0) return null;
  const payment = await decide(cx, accountId, sumLines(lines).gross, servers);
  const type = servers.every((one) => one.type === servers[0]?.type) ? 'renew-service' : 'combined';
  const order = await writeOrder(cx, { buyer, type, lines, automatic: true }, payment);
  await payOrder(cx, order, () => fulfil(cx, { id: order.orderId, type }, order.lines));
  await audit(cx, 'order.renewal', { kind: 'order', id: order.orderId, accountId }, { services: servers.map(({ id }) => id) });
  if (!order.paid) await chargeCard(cx, order.orderId);
  return order;
}

/** What the balance does not cover, a saved card may: the charge itself is made after the commit (jobs/look-at-payments.ts). */
async function chargeCard(cx: MutatingCx, orderId: number): Promise<void> {
  const order = await lockOrder(cx.db, orderId);
  if (order) await chargeSavedCard(cx, order);
}

async function decide(cx: MutatingCx, accountId: number, gross: bigint, servers: readonly Service[]): Promise<Payment> {
  const balance = await holdBalance(cx.db, accountId);
  const account = await cx.db.selectFrom('accounts').select('suspended_at').where('id', '=', accountId).executeTakeFirst();
  if (covers(balance, gross) && account && account.suspended_at === null) return { paid: true };
  const now = cx.clock.now().getTime();
  const ends = servers.map(({ expiry_at, suspend_after }) =>
    expiry_at ? Math.max(now, suspendUnpaidAt({ expiry_at, suspend_after }).getTime()) : now,
  );
  return { paid: false, dueMs: Math.min(...ends) + cx.settings.cancelGraceMs - now };
}
