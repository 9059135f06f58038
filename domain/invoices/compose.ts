/** Composes the content of each type of document, except its number and date. */
import type { Order } from '@innkeeper/db/schema';
import type { BuyerFacts, EntryFacts, OriginalFacts, PaymentFacts, ProformFacts } from '@innkeeper/db/tables/invoices/facts';
import type { StaffRefundFacts } from '@innkeeper/db/tables/order-refunds';
import { lineTax } from '@innkeeper/model/invoices/category';
import { allocateCorrections } from '@innkeeper/model/invoices/corrections';
import { type InvoiceDocument, invoiceNumber, type PaymentDue } from '@innkeeper/model/invoices/document';
import { splitByTolerance, vatGroups } from '@innkeeper/model/invoices/vat-groups';
import type { Cents } from '@innkeeper/model/money/money';
import { type LimitedMethod, takesAmount } from '@innkeeper/model/payments/offer';
import { refundActOf } from '@innkeeper/model/services/refund-reasons';
import { type Line, toDocumentLine } from './lines.ts';
import { buyerOf, type SellerFacts, sellerOf } from './parties.ts';

/** A document without number and date. Amounts are in cents. */
export interface Draft {
  document: Omit<InvoiceDocument, 'number' | 'issued_at'>;
  net: Cents;
  vat: Cents;
  corrections: { id: number; net: Cents; vat: Cents }[];
}

export interface Sources {
  order: Order;
  lines: readonly Line[];
  seller: SellerFacts;
  buyer: BuyerFacts;
  payment: PaymentFacts | undefined;
  /** Payment methods of the catalogue by key. */
  limits: ReadonlyMap<string, LimitedMethod>;
  /** Account for transfers, or `null` if none are offered. */
  bank: PaymentDue['bank'];
  currency: string;
  /** IANA zone of the dates. */
  timeZone: string;
}

/** Returns the draft of a pro forma invoice, with the way to pay the order. `before`: the one that it replaces, which it names. */
export function composeProform(sources: Sources, before: ProformFacts | undefined): Draft[] {
  const draft = draftOf('proform', sources, sources.lines, { due: dueOf(sources) });
  if (!before) return [draft];
  const change = String(before.gross) === draft.document.gross ? 'the way to pay the order' : 'the amount of the order';
  const notes = [`This document replaces pro forma invoice ${before.number}, because ${change} has changed.`];
  return [{ ...draft, document: { ...draft.document, notes } }];
}

/** Returns the drafts of the originals. There are several if EN 16931 does not allow the rounding of all lines in one document. */
export function composeOriginals(sources: Sources, entry: EntryFacts): Draft[] {
  const { order, payment, lines } = sources;
  const total = lines.reduce((sum, { net, vat }) => ({ net: sum.net + net, vat: sum.vat + vat }), { net: 0n, vat: 0n });
  if (total.net !== entry.net || total.vat !== entry.vat)
    throw new Error(`the lines of order ${order.id} do not add up to entry ${entry.id}`);
  const paid = { at: entry.created_at.toISOString(), method: order.payment_method, reference: payment?.reference ?? null };
  const parts = splitByTolerance(applyVatCorrection(order, lines));
  return parts.map((part, i) =>
    draftOf('original', sources, part, { paid, part: { n: i + 1, of: parts.length }, notes: notesOnVat(order) }),
  );
}

/**
 * Returns the draft of a credit note, or `null` if the refund exceeds the uncorrected amount of the originals. `sources.lines` are the
 * refunded lines. `byStaff` is the refund by staff that the entry is of.
 */
export function composeCreditNote(
  sources: Sources,
  entry: Pick<EntryFacts, 'created_at' | 'description'>,
  originals: readonly OriginalFacts[],
  byStaff?: StaffRefundFacts,
): Draft | null {
  const lines = applyVatCorrection(sources.order, sources.lines);
  const refund = lines.reduce((sum, { net, vat }) => ({ net: sum.net + net, vat: sum.vat + vat }), { net: 0n, vat: 0n });
  const corrections = allocateCorrections(refund, originals);
  if (!corrections) return null;
  const byId = new Map(originals.map((original) => [original.id, original]));
  const corrects = corrections.flatMap(({ id }) => {
    const original = byId.get(id);
    if (!original) return [];
    const { type, number, issued_at, gross } = original;
    return [{ number: invoiceNumber(type, number), issued_at: issued_at.toISOString(), gross: String(gross) }];
  });
  const { method, reference } = byStaff?.payment ?? { method: 'balance', reference: null };
  const paid = { at: entry.created_at.toISOString(), method, reference };
  // The status reason may be that of another line, which could not be delivered.
  const isAct = refundActOf(entry.description) !== null;
  const reason = byStaff ? byStaff.reason : isAct ? null : sources.order.status_reason;
  const notes = reason === null ? [] : [reason];
  return { ...draftOf('credit-note', sources, lines, { paid, corrects, notes }), corrections };
}

/** Returns whether an entry refunded the VAT of an order whose VAT number was confirmed later. */
export function isVatRefund({ tax }: Pick<Order, 'tax'>, entry: Pick<EntryFacts, 'id'>): boolean {
  return tax.corrected?.entry === entry.id;
}

/**
 * Returns the lines without VAT if the order's VAT was refunded, which happens when its VAT number is confirmed before anything is issued.
 *
 * The sum of the order's documents then equals the sum of its ledger entries. A separate document about the VAT alone would not be valid.
 */
function applyVatCorrection({ tax }: Pick<Order, 'tax'>, lines: readonly Line[]): readonly Line[] {
  const { corrected } = tax;
  if (!corrected) return lines;
  const without = lineTax({ rule: corrected.rule, rateBp: 0, note: corrected.note });
  return lines.map((line) => ({ ...line, ...without, vat: 0n }));
}

function draftOf(
  type: InvoiceDocument['type'],
  { order, seller, buyer, currency, timeZone }: Sources,
  lines: readonly Line[],
  more: Partial<Draft['document']>,
): Draft {
  const groups = vatGroups(lines);
  const net = groups.reduce((sum, group) => sum + group.base, 0n);
  const vat = groups.reduce((sum, group) => sum + group.vat, 0n);
  const document: Draft['document'] = {
    type,
    time_zone: timeZone,
    currency,
    seller: sellerOf(seller),
    buyer: buyerOf(buyer),
    orders: [order.id],
    part: { n: 1, of: 1 },
    lines: lines.map(toDocumentLine),
    vat_groups: groups.map((group) => ({ ...group, base: String(group.base), vat: String(group.vat) })),
    net: String(net),
    vat: String(vat),
    gross: String(net + vat),
    due: null,
    paid: null,
    corrects: [],
    notes: [],
    ...more,
  };
  return { document, net, vat, corrections: [] };
}

/** Payment methods without a gateway page. An order to be paid from the balance can also be paid by transfer. */
const BY_TRANSFER: readonly string[] = ['balance', 'bank'];

/**
 * Returns how the order can be paid. `reference` is the reference of the expected transfer. Without a transfer it is empty, and the number
 * of the pro forma invoice replaces it when the invoice is issued.
 *
 * A method that does not take the amount is not named, such as a card for an order that has become cheap. A deposit through a gateway page
 * has no due date: the payer pays on the page immediately or not at all.
 */
function dueOf({ order, bank, payment, limits }: Sources): PaymentDue {
  const deposit = order.type === 'deposit';
  const until = order.due_at?.toISOString() ?? null;
  if (!BY_TRANSFER.includes(order.payment_method) && takesAmount(limits.get(order.payment_method), order.gross))
    return { method: order.payment_method, deposit, until: deposit ? null : until, reference: '', bank: null };
  return {
    method: 'bank',
    deposit,
    until,
    reference: payment?.kind === 'transfer' ? payment.reference : '',
    bank,
  };
}

/** Returns a note about a VAT number that was confirmed after the order, or is not confirmed yet. */
function notesOnVat({ tax }: Pick<Order, 'tax'>): string[] {
  const { corrected, evidence, pending } = tax;
  const { vatNumber } = evidence;
  if (corrected) {
    const asked = corrected.consultation === null ? '' : ` (consultation ${corrected.consultation})`;
    return [
      `The VAT number ${vatNumber} was confirmed after the order${asked}. The VAT charged before the confirmation was refunded to the balance.`,
    ];
  }
  if (!pending || vatNumber === null) return [];
  return [`VAT was charged because the VAT number ${vatNumber} had not been confirmed by the register when the order was made.`];
}
