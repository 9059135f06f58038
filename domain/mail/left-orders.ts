/** Finds the unpaid renewals that mails about acts of staff name. */
import { askedOrders } from '@innkeeper/db/tables/void-orders';
import type { MailedDebt } from '@innkeeper/model/mail/templates';
import type { Cents } from '@innkeeper/model/money/money';
import type { Cx } from '../context.ts';
import { amountOf } from './composer.ts';

/** An unpaid order that goes on for other services. */
export interface ReducedOrder {
  id: number;
  /** New amount with VAT. */
  gross: Cents;
}

/**
 * Returns the orders that a mail of the act names: those whose payment was ever asked for. Leaves out orders that cost nothing now, which have
 * a mail of their own.
 */
export async function mailedOrders(
  cx: Pick<Cx, 'db' | 'settings'>,
  accountId: number,
  { voidOrders, reducedOrders }: { voidOrders: readonly number[]; reducedOrders: readonly ReducedOrder[] },
): Promise<{ orders?: number[]; reducedOrders?: MailedDebt[] }> {
  const orders = await askedOrders(cx.db, { accountId, orderIds: voidOrders });
  const asked = await askedOrders(cx.db, { accountId, orderIds: reducedOrders.map(({ id }) => id) });
  const reduced = reducedOrders
    .filter(({ id, gross }) => gross > 0n && asked.includes(id))
    .map(({ id: order, gross }) => ({ order, amount: amountOf(cx, gross) }));
  return { ...(orders.length > 0 && { orders }), ...(reduced.length > 0 && { reducedOrders: reduced }) };
}
