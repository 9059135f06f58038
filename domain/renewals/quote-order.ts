/** Quotes an existing order as its transaction has changed it. */
import { type LoadedOrder, loadOrders, serviceLines } from '@innkeeper/db/tables/orders';
import { findServices } from '@innkeeper/db/tables/services';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { buyerOf } from '../orders/buyer.ts';
import { RENEWAL_TYPES } from '../orders/place.ts';
import { type NextRenewal, type OrderQuote, type QuotedLine, quoteOf } from '../orders/quote.ts';
import { renewalAfter } from './next-renewal.ts';

/** Returns the quote of an order, with the VAT of the order. Changes rows, so only a quote may call it. */
export async function quoteOrder(cx: MutatingCx<Customer>, id: number): Promise<OrderQuote> {
  const [order] = (await loadOrders(cx.db, [id])) as [LoadedOrder];
  const buyer = { accountId: order.account_id, tax: order.tax };
  const quoted = await quoteOf(cx, buyer, quotedLinesOf(order), { downtime: 'none', capacity: 'ok' });
  // A deposit is not paid from the balance.
  if (order.type === 'deposit') return { ...quoted, balance: null };
  return { ...quoted, nextRenewal: await renewalAfterOrder(cx, order) };
}

function quotedLinesOf({ lines }: Pick<LoadedOrder, 'lines'>): QuotedLine[] {
  return lines.map(({ period_from, period_to, ...line }) => ({
    ...line,
    ...(period_from && { period_from }),
    ...(period_to && { period_to }),
  }));
}

/** Returns the renewal after an order of renewals, with the current VAT. Returns `null` for other orders. */
async function renewalAfterOrder(cx: MutatingCx<Customer>, order: LoadedOrder): Promise<NextRenewal | null> {
  if (!RENEWAL_TYPES.has(order.type)) return null;
  const lines = serviceLines(order.lines).flatMap(({ service_id, period_to }) => (period_to ? [{ service_id, period_to }] : []));
  const services = await findServices(
    cx.db,
    lines.map(({ service_id }) => service_id),
  );
  // Addons are renewed with their server.
  const ids = new Set(services.map(({ id }) => id));
  const tops = services.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id));
  return renewalAfter(
    cx,
    await buyerOf(cx, order.account_id),
    tops.map(({ id }) => id),
    lines,
  );
}
