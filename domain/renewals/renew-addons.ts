/**
 * Renews addons whose paid period ends before the paid period of their server, in a separate order. The new period lasts until the server's
 * end.
 */
import { covers } from '@innkeeper/db/ledger';
import { lockSpendable } from '@innkeeper/db/ledger/spending';
import type { Service } from '@innkeeper/db/schema';
import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { accountsWithCard } from '@innkeeper/db/tables/saved-cards';
import { sumLines } from '@innkeeper/model/pricing/order';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { addMailsDue, renewalDue } from '../mail/due.ts';
import { buyerOf } from '../orders/buyer.ts';
import { fulfil } from '../orders/fulfil.ts';
import { type PaymentDecision, payOrder, writeOrder } from '../orders/place.ts';
import { chargeSavedCard } from '../payments/charge-saved-card.ts';
import { spenderOf } from '../spending.ts';
import { linesUpToServer, type RenewalLine } from './renewal.ts';

/**
 * Orders the renewal of addons. The caller has locked all rows, and no unpaid order renews the addons. Returns whether there was anything
 * to order.
 *
 * The balance pays if the server is renewed automatically and the balance covers the order. Otherwise the order waits for the usual due
 * time, or until the end of the first addon's period if that is later.
 */
export async function placeAddonRenewal(cx: MutatingCx, server: Service, addons: readonly Service[]): Promise<boolean> {
  const { id, account_id: accountId, auto_renew: autoPay } = server;
  const buyer = await buyerOf(cx, accountId);
  const lines = await linesUpToServer(cx, buyer.tax, server, addons);
  if (lines.length === 0) return false;
  const request = { buyer, type: 'renew-service', lines, automatic: true, autoPay } as const;
  const order = await writeOrder(cx, request, await paymentOf(cx, server, lines));
  await payOrder(cx, order, () => fulfil(cx, { id: order.orderId, type: order.type }, order.lines));
  await audit(cx, 'order.renewal', { kind: 'order', id: order.orderId, accountId }, { server: id, addons: idsOf(lines) });
  if (!order.paid && !(autoPay && (await chargeCard(cx, accountId, order.orderId))))
    await addMailsDue(cx, renewalDue(accountId, order.orderId));
  return true;
}

/** Charges the saved card of the account. Returns whether the charge has begun. */
async function chargeCard(cx: MutatingCx, accountId: number, orderId: number): Promise<boolean> {
  if ((await accountsWithCard(cx.db, [accountId])).size === 0) return false;
  const waiting = await lockOrder(cx.db, orderId);
  return waiting !== undefined && (await chargeSavedCard(cx, waiting)).begun;
}

/** Decides whether the balance pays, and locks the balance. Caps do not apply, as for every renewal by a job. */
async function paymentOf(
  cx: MutatingCx,
  { account_id: accountId, auto_renew }: Service,
  lines: readonly RenewalLine[],
): Promise<PaymentDecision> {
  const now = cx.clock.now().getTime();
  const balance = await lockSpendable(cx.db, spenderOf(cx, accountId));
  const suspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  const { gross } = sumLines(lines);
  if (auto_renew && (gross === 0n || (!suspended && covers(balance, gross)))) return { paid: true };
  const ends = lines.map(({ period_from }) => period_from.getTime());
  return { paid: false, dueMs: Math.max(cx.settings.orderDueMs, Math.min(...ends) - now) };
}

const idsOf = (lines: readonly RenewalLine[]) => lines.map(({ service_id }) => service_id);
