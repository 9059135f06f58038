/** Ways in which renewals that wait are paid, as mails tell them. */
import type { Order } from '@innkeeper/db/schema';
import { listPayable, loadOrders } from '@innkeeper/db/tables/orders';
import { hasFailedLast } from '@innkeeper/db/tables/payments';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import type { MailData, MailedDebt } from '@innkeeper/model/mail/templates';
import type { WayToPay } from '@innkeeper/model/mail/ways';
import type { Cx } from '../context.ts';
import { amountOf, bounded, pageOf, SUPPORT_PAGE } from './composer.ts';
import { nextChargeOf } from './next-charge.ts';
import { missingFor, transferFor, wayToPay } from './ways.ts';

/**
 * Returns how these waiting orders of an account are paid, or `null` without orders. A card that a job charges is named. If its last charge
 * failed, the reader is told to pay in another way. Several orders have several references, so their way is the balance, which pays all, and
 * no transfer is named.
 */
async function wayOfRenewals(cx: Pick<Cx, 'db' | 'clock' | 'settings'>, orders: readonly Order[]): Promise<WayToPay | null> {
  const [first] = orders;
  if (!first) return null;
  const charges = [];
  for (const order of orders) charges.push(await nextChargeOf(cx, order));
  const card = charges[0]?.card;
  if (card && charges.every((charge) => charge?.card.id === card.id)) {
    if (!(await hasFailedLast(cx.db, card.id))) return { by: 'card', digits: card.last4 };
    const transfer = orders.length === 1 ? await transferFor(cx, first) : undefined;
    return { by: 'failed-card', digits: card.last4, transfer: transfer ?? false };
  }
  if (orders.length === 1) return wayToPay(cx, first);
  const sum = orders.reduce((total, { gross }) => total + gross, 0n);
  return { by: 'balance', missing: amountOf(cx, await missingFor(cx, first.account_id, sum)) };
}

/** Returns the waiting orders as debts. */
const debtsOf = (cx: Pick<Cx, 'settings'>, orders: readonly Order[]): MailedDebt[] =>
  orders.map(({ id, gross }) => ({ order: id, amount: amountOf(cx, gross) }));

/** Returns the page on which these orders are paid, or on which services are renewed if there is none. */
function pageOfDebts(cx: Pick<Cx, 'settings'>, orders: readonly Order[]): string | null {
  const [first] = orders;
  if (!first) return pageOf(cx, '/servers');
  return pageOf(cx, orders.length === 1 ? `/orders/${first.id}` : '/orders');
}

/** Returns waiting renewals as debts, how they are paid, and where. The members of a suspended account can only contact support. */
export async function requestToPay(
  cx: Pick<Cx, 'db' | 'clock' | 'settings'>,
  orders: readonly Order[],
  isSuspended: boolean,
): Promise<Pick<MailData['renewal-due'], 'debts' | 'pay' | 'page' | 'isSuspended'>> {
  const debts = debtsOf(cx, orders);
  if (isSuspended) return { debts, pay: null, page: pageOf(cx, SUPPORT_PAGE), isSuspended };
  return { debts, pay: await wayOfRenewals(cx, orders), page: pageOfDebts(cx, orders) };
}

/** Returns the waiting renewals of these services as debts, how they are paid, and where. */
export async function debtsOfServices(
  cx: Pick<Cx, 'db' | 'clock' | 'settings'>,
  serviceIds: readonly number[],
): Promise<{ debts: MailedDebt[]; pay: WayToPay | null; page: string | null }> {
  const orders = (await loadOrders(cx.db, await waitingRenewals(cx.db, serviceIds))).filter(
    ({ status }) => status === 'awaiting_payment',
  );
  return { debts: debtsOf(cx, orders), pay: await wayOfRenewals(cx, orders), page: pageOfDebts(cx, orders) };
}

/**
 * Returns all orders of an account that wait as debts, how they are paid, and where. `isCharged`: a job charges the card. Returns `undefined`
 * without orders.
 */
export async function debtsOfAccount(
  cx: Pick<Cx, 'db' | 'clock' | 'settings'>,
  accountId: number,
): Promise<Pick<MailData['account-resumed'], 'debts' | 'moreDebts' | 'isCharged' | 'pay' | 'page'> | undefined> {
  const orders = await loadOrders(cx.db, await listPayable(cx.db, accountId, cx.clock.now()));
  const [first] = orders;
  if (!first) return undefined;
  const { listed: debts, more: moreDebts } = bounded(debtsOf(cx, orders));
  const pay = await wayOfRenewals(cx, orders);
  // The page of a single order also offers a card that no job charges.
  const isCharged = pay?.by === 'card' && (await nextChargeOf(cx, first)) !== undefined;
  return { debts, moreDebts, ...(isCharged && { isCharged }), pay, page: pageOfDebts(cx, orders) };
}
