/** The lines of a document: those of an order, or what a refund takes back of them. */
import type { Order, OrderLine } from '@innkeeper/db/schema';
import { lineTax } from '@innkeeper/model/invoices/category';
import type { DocumentLine, LineTax } from '@innkeeper/model/invoices/document';
import type { TaxedLine } from '@innkeeper/model/invoices/vat-groups';
import type { Cents } from '@innkeeper/model/money';
import { type Step, withoutVat } from '@innkeeper/model/pricing/explanation';
import { describeSteps } from '@innkeeper/model/pricing/words';

/** A line with its amounts as cents. */
export type Line = Omit<DocumentLine, 'net' | 'vat' | 'gross'> & TaxedLine;

/** Money on the balance is no supply: VAT falls due when it is spent. */
const DEPOSIT: LineTax = {
  category: 'O',
  rate_bp: 0,
  reason: 'A deposit carries no VAT, because VAT is due when the balance is spent',
};

export function taxOfOrder({ type, tax }: Pick<Order, 'type' | 'tax'>): LineTax {
  return type === 'deposit' ? DEPOSIT : lineTax(tax);
}

export function linesOfOrder(order: Order, lines: readonly OrderLine[], currency: string): Line[] {
  const tax = taxOfOrder(order);
  return lines.map((line) => ({
    label: line.label,
    sublabel: line.sublabel,
    words: describeSteps(stepsNow(order, line.explanation), currency),
    period: periodOf(line),
    ...tax,
    net: line.net,
    vat: line.vat,
  }));
}

/** A refund as its entry has it, in positive amounts. */
export interface Refunded {
  net: Cents;
  vat: Cents;
  description: string;
  /** That it is of. */
  lineId: number | null;
  /** How it came about, where it is of a part of the line's time. */
  steps: readonly Step[] | undefined;
}

/** Amounts are positive. The line itself when all of it comes back, since it could not be delivered; else a line of its own, with the steps of the refund. */
export function linesOfRefund(order: Order, lines: readonly OrderLine[], refunded: Refunded, currency: string): Line[] {
  const { net, vat, description, lineId, steps } = refunded;
  const line = lines.find(({ id }) => id === lineId);
  const [written] = line ? linesOfOrder(order, [line], currency) : [];
  if (written && !steps && net === line?.net) return [{ ...written, vat }];
  const words = steps ? describeSteps(stepsOfRefund(order, steps, { net, vat }), currency) : [];
  return [{ label: description, sublabel: written?.label ?? '', words, period: null, ...taxOfOrder(order), net, vat }];
}

/** As an order counts now: one that became a reverse charge names no VAT any more, which would be owed for being named (Art. 203 of Directive 2006/112/EC). */
function stepsNow({ tax }: Order, steps: readonly Step[]): readonly Step[] {
  return tax.corrected ? withoutVat(steps, tax.corrected) : steps;
}

/** What led to it, and the VAT of this part. */
function stepsOfRefund(order: Order, steps: readonly Step[], { net, vat }: { net: Cents; vat: Cents }): readonly Step[] {
  const { rateBp, rule, note, corrected } = order.tax;
  const known = steps.filter(({ step }) => step !== 'vat' && (step !== 'refund' || !corrected));
  return stepsNow(order, [...known, { step: 'vat', rate_bp: rateBp, rule, note, base: String(net), vat: String(vat) }]);
}

/** With the amounts as a document has them. */
export function written({ net, vat, ...line }: Line): DocumentLine {
  return { ...line, net: String(net), vat: String(vat), gross: String(net + vat) };
}

function periodOf({ period_from, period_to }: OrderLine): DocumentLine['period'] {
  return period_from && period_to && { from: period_from.toISOString(), to: period_to.toISOString() };
}
