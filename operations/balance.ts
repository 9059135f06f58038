/** Balance of an account: its state, its transactions, and deposits. */
import { balanceOf } from '@innkeeper/db/ledger';
import { lastDeposit, pageOfTransactions } from '@innkeeper/db/ledger/transactions';
import { loadOrders } from '@innkeeper/db/tables/orders';
import { findCardsValidUntil } from '@innkeeper/db/tables/saved-cards';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { placeDeposit } from '@innkeeper/domain/orders/place-deposit';
import { beginPayment } from '@innkeeper/domain/payments/begin';
import { requireMethod, requireStorable, requireWithin } from '@innkeeper/domain/payments/methods';
import { Failure } from '@innkeeper/model/failures';
import { formatDecimal, parseDecimal } from '@innkeeper/model/money/money';
import { decideRenewalCover, listUpcoming, type PaidTerm, type UpcomingRenewal } from '@innkeeper/model/pricing/renewal-cover';
import { days } from '@innkeeper/model/time/clock';
import { presentBalance, presentTransaction } from '@innkeeper/present/balance';
import { presentOrder } from '@innkeeper/present/order';
import { page, pageRequest } from '@innkeeper/present/page';
import { WithHeaders } from '@innkeeper/present/reply';
import { sql } from 'kysely';
import type { Input, Reply } from './define.ts';

/** Renewals within this period count as expected expenses. */
const EXPENSES_AHEAD_MS = days(30);

/** Returns the caller's balance, its credit limit, the cost of upcoming renewals and how they are paid. */
export async function getBalance(cx: Cx<Customer>): Promise<Reply<'getBalance'>> {
  const { accountId } = cx.actor;
  const now = cx.clock.now();
  const { balance, creditLimit } = await balanceOf(cx.db, accountId);
  const renewals = await renewalsAhead(cx, new Date(now.getTime() + EXPENSES_AHEAD_MS));
  const cardValidUntil = await findCardsValidUntil(cx.db, accountId);
  const { daysAhead } = cx.settings.renewals;
  return presentBalance({
    balance,
    creditLimit,
    estimatedExpenses: renewals.reduce((sum, { gross }) => sum + gross, 0n),
    ...decideRenewalCover(renewals, { spendable: balance + creditLimit, cardValidUntil, now, daysAhead }),
    currency: cx.settings.currency,
    hasValidCard: cardValidUntil !== null && cardValidUntil > now,
    lastDeposit: await lastDeposit(cx.db, accountId),
  });
}

/** Returns the automatic renewals up to `until`. Services that are cancelled, or that staff suspended, are not renewed. */
async function renewalsAhead({ db, actor }: Cx<Customer>, until: Date): Promise<UpcomingRenewal[]> {
  const { rows } = await sql<PaidTerm>`
    select top.expiry_at as "expiryAt", top.billing_anchor as anchor, top.billing_cycle as months, v.renew_price as net
    from services v join services top on top.id = coalesce(v.parent_id, v.id)
    where v.account_id = ${actor.accountId} and v.status in ('active', 'suspended') and top.status in ('active', 'suspended')
      and top.auto_renew and top.staff_suspended_at is null and top.staff_ends_at is null and top.expiry_at <= ${until}
      and not exists (select from cancel_requests c where c.service_id in (v.id, top.id))`.execute(db);
  return listUpcoming(rows, { until, taxRate: actor.taxRate });
}

/**
 * Orders a deposit and begins its payment. Throws `validation` for an unavailable payment method or an amount outside its bounds, and
 * `unpaid_limit`.
 */
export async function depositFunds(cx: MutatingCx<Customer>, { body }: Input<'depositFunds'>): Promise<Reply<'depositFunds'>> {
  const { accountId } = cx.actor;
  const amount = parseDecimal(body.amount.toFixed(2));
  const method = await requireMethod(cx, body.payment_method);
  requireStorable(method, body.store_card);
  requireWithin(method, amount, 'amount');
  const order = await placeDeposit(cx, { accountId, amount, method: method.key });
  const payment = await beginPayment(cx, { accountId, orders: [order], method, storeCard: body.store_card });
  await audit(cx, 'depositFunds', { kind: 'order', id: order.id }, { amount: formatDecimal(amount), payment: payment.id });
  const [placed] = await loadOrders(cx.db, [order.id]);
  if (!placed) throw new Failure('internal', { internal: `order ${order.id} is gone` });
  return new WithHeaders(presentOrder(placed), { 'X-Order-Id': String(placed.id) });
}

/** Returns a page of the caller's balance transactions, newest first, and their total count. */
export async function listBalanceTransactions(
  cx: RequestCx,
  { query }: Input<'listBalanceTransactions'>,
): Promise<Reply<'listBalanceTransactions'>> {
  const range = { start: timeOf(query['filter[start]']), end: timeOf(query['filter[end]']) };
  const filter = { accountId: cx.actor.accountId, ...pageRequest(query), ...range };
  return page(cx.url, query, await pageOfTransactions(cx.db, filter), presentTransaction);
}

/** Converts Unix seconds to a date. */
function timeOf(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000);
}
