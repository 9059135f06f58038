/** Places the orders of automatic renewals: one per account, for several accounts at a time. */
import { covers } from '@innkeeper/db/ledger';
import { payOrders } from '@innkeeper/db/ledger/pay-orders';
import { lockSpendables, type SpendableBalance } from '@innkeeper/db/ledger/spending';
import type { Service } from '@innkeeper/db/schema';
import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { lockOrder, serviceLines } from '@innkeeper/db/tables/orders';
import { insertOrderOfEach, type OrderOfAccount } from '@innkeeper/db/tables/orders-of-accounts';
import { accountsWithCard } from '@innkeeper/db/tables/saved-cards';
import { childrenOfAll } from '@innkeeper/db/tables/services';
import { together } from '@innkeeper/db/transaction';
import type { Cents } from '@innkeeper/model/money/money';
import { sumLines } from '@innkeeper/model/pricing/order';
import { suspendUnpaidAt } from '@innkeeper/model/services/renewals';
import { VOID_REASONS } from '@innkeeper/model/services/void-reasons';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { addMailsDue, renewalDue } from '../mail/due.ts';
import type { Buyer } from '../orders/buyer.ts';
import { type OrderToPlace, orderRow, type PaymentDecision } from '../orders/place.ts';
import { chargeSavedCard } from '../payments/charge-saved-card.ts';
import { extendServices } from '../service-types/extend.ts';
import { orderPeriods } from '../services/periods.ts';
import { notifyOfExceededCap } from '../spending.ts';
import { taxesOf } from '../tax/tax-of.ts';
import { cancelWaitingRenewals } from './cancel-renewals.ts';
import { automaticLines } from './renewal.ts';

interface Renewal {
  buyer: Buyer;
  /** Services that are suspended if the order is not paid. */
  servers: readonly Service[];
  order: OrderToPlace;
  gross: Cents;
}

/**
 * Places one order per account and returns the number of orders. The caller has locked `servers`, which have no order for their next
 * period.
 *
 * An order that the balance does not cover waits until the first of the account's services would be terminated.
 */
export async function placeAutomaticRenewals(cx: MutatingCx, servers: readonly Service[]): Promise<number> {
  await replaceAddonRenewals(cx, servers);
  const renewals = await renewalsOf(cx, servers);
  if (renewals.length === 0) return 0;
  const ids = renewals.map(({ buyer }) => buyer.accountId);
  const [balances, suspended] = await together(lockSpendables(cx.db, ids, cx.clock.now()), suspendedAccounts(cx.db, ids));
  const payments = decide(cx, renewals, { balances, suspended });
  const placed = await insertOrderOfEach(
    cx.db,
    renewals.map(({ order }, i) => orderRow(cx, order, payments[i] as PaymentDecision)),
  );
  const paid = placed.filter((_, i) => payments[i]?.paid);
  await orderPeriods(cx, serviceLines(placed.flatMap(({ lines }) => lines)), { automatic: true });
  await together(
    payOrders(
      cx.db,
      renewals.flatMap((renewal, i) => (payments[i]?.paid ? [moneyFor(cx, renewal, placed[i] as OrderOfAccount)] : [])),
    ),
    extendServices(cx, serviceLines(paid.flatMap(({ lines }) => lines))),
  );
  for (const [i, { buyer, servers: own }] of renewals.entries())
    await audit(cx, 'order.renewal', resourceOf(placed[i] as OrderOfAccount, buyer), { services: own.map(({ id }) => id) });
  for (const [i, { gross }] of renewals.entries()) {
    const order = placed[i] as OrderOfAccount;
    const balance = balances.get(order.account_id);
    if (balance && payments[i]?.paid) await notifyOfExceededCap(cx, balance, { ...order, gross });
  }
  const unpaid = placed.filter((_, i) => !payments[i]?.paid);
  const charged = await chargeCards(cx, unpaid);
  await addMailsDue(
    cx,
    ...unpaid
      .filter(({ id }) => !charged.has(id))
      .map(({ id: orderId, account_id: accountId }) => renewalDue(accountId, orderId)),
  );
  return renewals.length;
}

async function renewalsOf(cx: MutatingCx, servers: readonly Service[]): Promise<Renewal[]> {
  const accountIds = [...new Set(servers.map(({ account_id }) => account_id))];
  const taxes = await taxesOf(cx, accountIds);
  const lines = await automaticLines(cx, taxes, servers);
  return accountIds.flatMap((accountId) => {
    const [tax, own] = [taxes.get(accountId), lines.get(accountId)];
    if (!tax || !own) return [];
    const theirs = servers.filter(({ account_id }) => account_id === accountId);
    const type = theirs.every((one) => one.type === theirs[0]?.type) ? 'renew-service' : 'combined';
    const buyer = { accountId, tax };
    return { buyer, servers: theirs, order: { buyer, type, lines: own, automatic: true }, gross: sumLines(own).gross };
  });
}

/** Cancels unpaid renewals of addons alone, because the renewal of their server includes them. */
async function replaceAddonRenewals(cx: MutatingCx, servers: readonly Service[]): Promise<void> {
  const addons = await childrenOfAll(
    cx.db,
    servers.map(({ id }) => id),
  );
  if (addons.length === 0) return;
  await cancelWaitingRenewals(
    cx,
    addons.map(({ id }) => id),
    { reason: VOID_REASONS.server_renewal, automatic: true },
  );
}

interface Accounts {
  balances: ReadonlyMap<number, SpendableBalance>;
  suspended: ReadonlySet<number>;
}

/**
 * Decides the payments by the locked balances, and not by caps: running servers must not be lost to a cap. Suspended accounts pay nothing.
 * Orders that cost nothing are paid immediately.
 */
function decide(cx: MutatingCx, renewals: readonly Renewal[], { balances, suspended }: Accounts): PaymentDecision[] {
  const now = cx.clock.now().getTime();
  return renewals.map(({ buyer: { accountId }, servers, gross }) => {
    const balance = balances.get(accountId);
    if (gross === 0n || (balance && covers(balance, gross) && !suspended.has(accountId))) return { paid: true };
    const ends = servers.map(({ expiry_at, suspend_after }) =>
      expiry_at ? Math.max(now, suspendUnpaidAt({ expiry_at, suspend_after }).getTime()) : now,
    );
    return { paid: false, dueMs: Math.min(...ends) + cx.settings.cancelGraceMs - now };
  });
}

const moneyFor = (cx: MutatingCx, { buyer, order }: Renewal, { id }: OrderOfAccount) => {
  const { net, vat } = sumLines(order.lines);
  return { ...buyer, orderId: id, net, vat, description: `Order ${id}`, now: cx.clock.now() };
};

const resourceOf = ({ id }: OrderOfAccount, { accountId }: Buyer) => ({ kind: 'order', id, accountId });

/**
 * Charges saved cards for orders that the balance does not cover. The charge itself runs after the commit (jobs/poll-payments.ts). Returns
 * the ids of the orders whose charge has begun.
 */
async function chargeCards(cx: MutatingCx, waiting: readonly OrderOfAccount[]): Promise<Set<number>> {
  const charged = new Set<number>();
  if (waiting.length === 0) return charged;
  const withCard = await accountsWithCard(
    cx.db,
    waiting.map(({ account_id }) => account_id),
  );
  for (const { id, account_id } of waiting) {
    const order = withCard.has(account_id) ? await lockOrder(cx.db, id) : undefined;
    if (order && (await chargeSavedCard(cx, order)).begun) charged.add(id);
  }
  return charged;
}
