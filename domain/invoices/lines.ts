/** Builds the lines of a document: the lines of an order, or their refunded parts. */
import type { Order, OrderLine } from '@innkeeper/db/schema';
import { lineTax } from '@innkeeper/model/invoices/category';
import type { DocumentLine, LineTax } from '@innkeeper/model/invoices/document';
import type { TaxedLine } from '@innkeeper/model/invoices/vat-groups';
import type { Cents } from '@innkeeper/model/money/money';
import { describeSteps } from '@innkeeper/model/pricing/describe-steps';
import { type Step, withoutVat } from '@innkeeper/model/pricing/explanation';

/** A line with its amounts in cents. */
export type Line = Omit<DocumentLine, 'net' | 'vat' | 'gross'> & TaxedLine;

/** Adding money to the balance is not a taxable supply. VAT is due when the money is spent. */
const DEPOSIT: LineTax = {
  category: 'O',
  rate_bp: 0,
  reason: 'A deposit carries no VAT, because VAT is due when the balance is spent',
};

/** Returns the tax of an order's lines. Deposits carry no VAT. */
export function taxOfOrder({ type, tax }: Pick<Order, 'type' | 'tax'>): LineTax {
  return type === 'deposit' ? DEPOSIT : lineTax(tax);
}

/** Returns the document lines of an order, under its current tax rule. */
export function linesOfOrder(order: Order, lines: readonly OrderLine[], currency: string): Line[] {
  const tax = taxOfOrder(order);
  return lines.map((line) => ({
    label: line.label,
    sublabel: line.sublabel,
    words: describeSteps(applyTaxCorrection(order, line.explanation), currency),
    period: periodOf(line),
    ...tax,
    net: line.net,
    vat: line.vat,
  }));
}

/** A refund as its ledger entry has it, with positive amounts. */
export interface RefundFacts {
  net: Cents;
  vat: Cents;
  description: string;
  /** Refunded order line, or `null`. */
  lineId: number | null;
  /** Steps of the refund, if it covers a part of the line's period. */
  steps: readonly Step[] | undefined;
}

/**
 * Returns the lines of a refund with positive amounts. For a full refund of a line, this is the line itself. For a partial refund, it is a
 * new line with the steps of the refund.
 */
export function linesOfRefund(order: Order, lines: readonly OrderLine[], refunded: RefundFacts, currency: string): Line[] {
  const { net, vat, description, lineId, steps } = refunded;
  const line = lines.find(({ id }) => id === lineId);
  const [whole] = line ? linesOfOrder(order, [line], currency) : [];
  if (whole && !steps && net === line?.net) return [{ ...whole, vat }];
  const words = steps ? describeSteps(stepsOfRefund(order, steps, { net, vat }), currency) : [];
  return [{ label: description, sublabel: whole?.label ?? '', words, period: null, ...taxOfOrder(order), net, vat }];
}

/**
 * Returns the steps under the order's current tax rule. An order that became a reverse charge must show no VAT. VAT is owed if an invoice
 * shows it (Art. 203 of Directive 2006/112/EC).
 */
function applyTaxCorrection({ tax }: Order, steps: readonly Step[]): readonly Step[] {
  return tax.corrected ? withoutVat(steps, tax.corrected) : steps;
}

/** Returns the steps of a refund, with the VAT of the refunded part. */
function stepsOfRefund(order: Order, steps: readonly Step[], { net, vat }: { net: Cents; vat: Cents }): readonly Step[] {
  const { rateBp, rule, note, corrected } = order.tax;
  const known = steps.filter(({ step }) => step !== 'vat' && (step !== 'refund' || !corrected));
  return applyTaxCorrection(order, [...known, { step: 'vat', rate_bp: rateBp, rule, note, base: String(net), vat: String(vat) }]);
}

/** Returns the line with its amounts as strings, as documents store them. */
export function toDocumentLine({ net, vat, ...line }: Line): DocumentLine {
  return { ...line, net: String(net), vat: String(vat), gross: String(net + vat) };
}

function periodOf({ period_from, period_to }: OrderLine): DocumentLine['period'] {
  return period_from && period_to && { from: period_from.toISOString(), to: period_to.toISOString() };
}
