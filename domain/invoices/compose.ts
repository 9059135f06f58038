/** What each kind of document says, but for its number and date. */
import type { Order } from '@innkeeper/db/schema';
import type { BuyerFacts, EntryFacts, OriginalFacts, PaymentFacts } from '@innkeeper/db/tables/invoices/facts';
import { lineTax } from '@innkeeper/model/invoices/category';
import { correctionsOf } from '@innkeeper/model/invoices/corrections';
import { type InvoiceDocument, invoiceNumber, type PaymentDue } from '@innkeeper/model/invoices/document';
import { partsOf, vatGroups } from '@innkeeper/model/invoices/vat-groups';
import type { Cents } from '@innkeeper/model/money';
import { type Line, written } from './lines.ts';
import { buyerOf, type SellerFacts, sellerOf } from './parties.ts';

/** A document that has no number yet. */
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
  currency: string;
}

export function composeProform(sources: Sources): Draft[] {
  return [draftOf('proform', sources, sources.lines, { due: dueOf(sources) })];
}

/** Several when the rules of EN 16931 would not accept the roundings of all lines in one. */
export function composeOriginals(sources: Sources, entry: EntryFacts): Draft[] {
  const { order, payment, lines } = sources;
  const total = lines.reduce((sum, { net, vat }) => ({ net: sum.net + net, vat: sum.vat + vat }), { net: 0n, vat: 0n });
  if (total.net !== entry.net || total.vat !== entry.vat)
    throw new Error(`the lines of order ${order.id} do not add up to entry ${entry.id}`);
  const paid = { at: entry.created_at.toISOString(), method: order.payment_method, reference: payment?.reference ?? null };
  const parts = partsOf(asCorrected(order, lines));
  return parts.map((part, i) =>
    draftOf('original', sources, part, { paid, part: { n: i + 1, of: parts.length }, notes: notesOnVat(order) }),
  );
}

/** `lines`: what is taken back. Null when the originals have not as much left. */
export function composeCreditNote(
  sources: Sources,
  entry: Pick<EntryFacts, 'created_at'>,
  originals: readonly OriginalFacts[],
): Draft | null {
  const lines = asCorrected(sources.order, sources.lines);
  const refund = lines.reduce((sum, { net, vat }) => ({ net: sum.net + net, vat: sum.vat + vat }), { net: 0n, vat: 0n });
  const corrections = correctionsOf(refund, originals);
  if (!corrections) return null;
  const byId = new Map(originals.map((original) => [original.id, original]));
  const corrects = corrections.flatMap(({ id }) => {
    const original = byId.get(id);
    if (!original) return [];
    const { type, number, issued_at, gross } = original;
    return [{ number: invoiceNumber(type, number), issued_at: issued_at.toISOString(), gross: String(gross) }];
  });
  const paid = { at: entry.created_at.toISOString(), method: 'balance', reference: null };
  const { status_reason } = sources.order;
  const notes = status_reason === null ? [] : [status_reason];
  return { ...draftOf('credit-note', sources, lines, { paid, corrects, notes }), corrections };
}

/** Whether the entry gave the VAT back of an order whose VAT number turned out to be valid. */
export function isVatGivenBack({ tax }: Pick<Order, 'tax'>, entry: Pick<EntryFacts, 'id'>): boolean {
  return tax.corrected?.entry === entry.id;
}

/**
 * An order whose VAT went back to the balance, since its VAT number was found valid before anything was issued, is invoiced as what it is, without VAT:
 * its documents together say what its entries do together. A document over VAT alone would be valid nowhere.
 */
function asCorrected({ tax }: Pick<Order, 'tax'>, lines: readonly Line[]): readonly Line[] {
  const { corrected } = tax;
  if (!corrected) return lines;
  const without = lineTax({ rule: corrected.rule, rateBp: 0, note: corrected.note });
  return lines.map((line) => ({ ...line, ...without, vat: 0n }));
}

function draftOf(
  type: InvoiceDocument['type'],
  { order, seller, buyer, currency }: Sources,
  lines: readonly Line[],
  more: Partial<Draft['document']>,
): Draft {
  const groups = vatGroups(lines);
  const net = groups.reduce((sum, group) => sum + group.base, 0n);
  const vat = groups.reduce((sum, group) => sum + group.vat, 0n);
  const document: Draft['document'] = {
    type,
    currency,
    seller: sellerOf(seller),
    buyer: buyerOf(buyer),
    orders: [order.id],
    part: { n: 1, of: 1 },
    lines: lines.map(written),
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

/** Methods without a page of a gateway: an order that is to be paid from the balance can be paid by a transfer too. */
const BY_TRANSFER: readonly string[] = ['balance', 'bank'];

/**
 * Says how the order is to be paid. The reference is that of the expected transfer; without one, the number of the proform stands for it. A
 * deposit by card asks for nothing until a day: its payer pays on the page at once, or not at all.
 */
function dueOf({ order, seller, payment }: Sources): PaymentDue {
  const { name, iban, bic, bank_name } = seller;
  const deposit = order.type === 'deposit';
  const until = order.due_at?.toISOString() ?? null;
  if (!BY_TRANSFER.includes(order.payment_method))
    return { method: order.payment_method, deposit, until: deposit ? null : until, reference: '', bank: null };
  return {
    method: 'bank',
    deposit,
    until,
    reference: payment?.kind === 'transfer' ? payment.reference : '',
    bank: iban === null ? null : { holder: name, iban, bic, name: bank_name },
  };
}

/** Nothing about VAT is changed silently: the document says what was found out later, or was not. */
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
