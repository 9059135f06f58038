/** Issues proformas, invoices and credit notes. Runs in one transaction that locks the counters, so that the numbers have no gaps. */
import type { Order } from '@innkeeper/db/schema';
import { type Alert, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type DueInvoice, deleteDueInvoices, withoutRepeats } from '@innkeeper/db/tables/invoices/due';
import {
  buyersOf,
  correctableOriginals,
  entriesOf,
  findSeller,
  latestProformsOf,
  paymentsOf,
  refundStepsOf,
} from '@innkeeper/db/tables/invoices/facts';
import {
  type Counters,
  insertInvoices,
  insertLogo,
  lockCounters,
  type NewInvoice,
  setCounters,
} from '@innkeeper/db/tables/invoices/issue';
import { unknownSeries } from '@innkeeper/db/tables/invoices/series';
import { staffRefundsOf } from '@innkeeper/db/tables/order-refunds';
import { linesOf } from '@innkeeper/db/tables/orders';
import { findTransferAccount, limitsOfMethods } from '@innkeeper/db/tables/payment-methods';
import { fixDocumentTimeZone, sellerTimeZone } from '@innkeeper/db/tables/seller-time-zone';
import { type InvoiceDocument, type InvoiceType, invoiceNumber } from '@innkeeper/model/invoices/document';
import { sql } from 'kysely';
import type { Cx, MutatingCx } from '../context.ts';
import { addMailsDue, type NewMailFact } from '../mail/due.ts';
import { composeCreditNote, composeOriginals, composeProform, type Draft, isVatRefund, type Sources } from './compose.ts';
import { linesOfOrder, linesOfRefund } from './lines.ts';
import { factsOf } from './mail-facts.ts';
import { type SellerFacts, sha256 } from './parties.ts';

export const NO_SELLER = { kind: 'seller_unnamed', key: 'seller' } as const;
export const NUMBERS_UNKNOWN = { kind: 'invoice_numbers_unknown', key: 'series' } as const;

interface Issued {
  documents: number;
  /** Last number of each series, valid once the transaction commits. */
  last: Counters;
}

/**
 * Issues all due documents, which the caller has locked. Throws if a document cannot be issued, so that the transaction issues no document.
 */
export async function issueDocuments(cx: MutatingCx, due: readonly DueInvoice[], seller: SellerFacts): Promise<Issued> {
  const counters = await lockCounters(cx.db);
  const now = cx.clock.now();
  const timeZone = await sellerTimeZone(cx.db);
  const load = await loadSources(cx, due, { seller, timeZone });
  const issued: NewInvoice[] = [];
  const facts: NewMailFact[] = [];
  for (const one of withoutRepeats(due)) {
    for (const draft of await load(one)) {
      const { type } = one;
      counters[type] += 1;
      const invoice = numbered(draft, { one, number: counters[type], now });
      issued.push(invoice);
      facts.push(...factsOf(invoice, one.created_at));
    }
  }
  await setCounters(cx.db, counters);
  if (seller.logo) await insertLogo(cx.db, { sha256: sha256(seller.logo), bytes: seller.logo });
  if (issued.length > 0) await fixDocumentTimeZone(cx.db, timeZone);
  await insertInvoices(cx.db, issued);
  await addMailsDue(cx, ...facts);
  await deleteDueInvoices(
    cx.db,
    due.map(({ id }) => id),
  );
  await resolveAlerts(cx.db, NO_SELLER, now);
  await resolveAlerts(cx.db, NUMBERS_UNKNOWN, now);
  return { documents: issued.length, last: counters };
}

/**
 * Returns the seller, or the alert that explains why nothing may be issued.
 *
 * Issuing waits while the seller has no name, because an invalid invoice must not use up a number. Issuing also waits after a restore that
 * left the last number of a series unknown.
 */
export async function findIssuer(db: Cx['db']): Promise<{ seller: SellerFacts } | { waits: Alert }> {
  const unknown = await unknownSeries(db);
  if (unknown.length > 0) return { waits: { ...NUMBERS_UNKNOWN, message: numbersUnknown(unknown) } };
  const seller = await findSeller(db);
  return seller.name === '' ? { waits: { ...NO_SELLER, message: SELLER_UNNAMED } } : { seller };
}

const SELLER_UNNAMED =
  'Invoices cannot be issued, because the catalogue has no seller. Add the seller to catalogue.yaml and run ./innkeeper catalogue apply.';

const numbersUnknown = (series: readonly InvoiceType[]): string =>
  `Invoices cannot be issued, because a restore could not learn the last number of: ${series.join(', ')}. Find the last number that was issued in each series and run ./innkeeper invoice continue-after SERIES NUMBER.`;

function numbered(
  { document, net, vat, corrections }: Draft,
  { one, number, now }: { one: DueInvoice; number: number; now: Date },
): NewInvoice {
  const { type } = one;
  const sign = type === 'credit-note' ? -1n : 1n;
  const printed = invoiceNumber(type, number);
  const due = document.due && { ...document.due, reference: document.due.reference || printed };
  const full: InvoiceDocument = { ...document, due, number: printed, issued_at: now.toISOString() };
  const amounts = { net: sign * net, vat: sign * vat, gross: sign * (net + vat) };
  return {
    row: {
      account_id: one.account_id,
      type,
      number,
      issued_at: now,
      entry_id: one.entry_id,
      part: document.part.n,
      currency: document.currency,
      ...amounts,
    },
    document: full,
    orderIds: document.orders,
    corrections,
  };
}

/** Reads the inputs of all due documents, and returns a function that drafts the documents of one entry of `due`. */
async function loadSources(
  cx: MutatingCx,
  due: readonly DueInvoice[],
  { seller, timeZone }: { seller: SellerFacts; timeZone: string },
) {
  const orderIds = [...new Set(due.map(({ order_id }) => order_id))];
  const orders = new Map((await ordersOf(cx, orderIds)).map((order) => [order.id, order]));
  const lines = await linesOf(cx.db, orderIds);
  const buyers = await buyersOf(cx.db, [...new Set(due.map(({ account_id }) => account_id))]);
  const payments = await paymentsOf(cx.db, orderIds);
  const limits = await limitsOfMethods(cx.db);
  const bank = await findTransferAccount(cx.db);
  const waiting = due.flatMap(({ type, order_id }) => (type === 'proform' ? order_id : []));
  const proforms = await latestProformsOf(cx.db, waiting);
  const entries = await entriesOf(
    cx.db,
    due.flatMap(({ entry_id }) => entry_id ?? []),
  );
  const refunds = due.flatMap(({ type, entry_id }) => (type === 'credit-note' ? (entry_id ?? []) : []));
  const steps = await refundStepsOf(cx.db, refunds);
  const byStaff = await staffRefundsOf(cx.db, refunds);
  /** Amounts that earlier credit notes of this batch correct, by id of the original. */
  const correctedAmounts = new Map<number, { net: bigint; vat: bigint }>();

  return async (one: DueInvoice): Promise<Draft[]> => {
    const order = orders.get(one.order_id);
    const buyer = buyers.get(one.account_id);
    if (!order || !buyer) throw new Error(`order ${one.order_id} or its account is gone`);
    const { currency } = cx.settings;
    const own = lines.filter(({ order_id }) => order_id === order.id);
    const sources: Sources = {
      order,
      seller,
      buyer,
      currency,
      timeZone,
      payment: payments.get(order.id),
      limits,
      bank,
      lines: linesOfOrder(order, own, currency),
    };
    // An order that was paid or cancelled in the meantime needs no request for payment.
    if (one.type === 'proform') return order.status === 'awaiting_payment' ? composeProform(sources, proforms.get(order.id)) : [];
    const entry = entries.get(one.entry_id ?? 0);
    if (!entry) throw new Error(`the ledger has no entry ${one.entry_id}`);
    if (one.type === 'original') return composeOriginals(sources, entry);
    // This entry refunds the VAT of a confirmed VAT number. The original is issued after it and without VAT, so no credit note is needed.
    if (isVatRefund(order, entry)) return [];
    const correctable = await correctableOriginals(cx.db, { accountId: one.account_id, orderId: order.id });
    const originals = correctable.map((original) => {
      const before = correctedAmounts.get(original.id) ?? { net: 0n, vat: 0n };
      return { ...original, net: original.net - before.net, vat: original.vat - before.vat };
    });
    const { description, line_id: lineId } = entry;
    const refund = { net: -entry.net, vat: -entry.vat, description, lineId, steps: steps.get(entry.id) };
    const draft = composeCreditNote(
      { ...sources, lines: linesOfRefund(order, own, refund, currency) },
      entry,
      originals,
      byStaff.get(entry.id),
    );
    if (!draft) throw new Error(`the originals of order ${order.id} have less left than entry ${entry.id} refunds`);
    for (const { id, net, vat } of draft.corrections) {
      const before = correctedAmounts.get(id) ?? { net: 0n, vat: 0n };
      correctedAmounts.set(id, { net: before.net + net, vat: before.vat + vat });
    }
    return [draft];
  };
}

async function ordersOf(cx: MutatingCx, ids: readonly number[]): Promise<Order[]> {
  return cx.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
}
