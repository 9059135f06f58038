/** The lines of a document: those of an order, or what a refund takes back of them. */
import type { Order, OrderLine } from '@innkeeper/db/schema';
import { lineTax } from '@innkeeper/model/invoices/category';
import type { DocumentLine, LineTax } from '@innkeeper/model/invoices/document';
import type { TaxedLine } from '@innkeeper/model/invoices/vat-groups';
import type { Cents } from '@innkeeper/model/money';
import { describeSteps } from '@innkeeper/model/pricing/words';

/** A line with its amounts as cents. */
export type Line = Omit<DocumentLine, 'net' | 'vat' | 'gross'> & TaxedLine;

/** Money on the balance is no supply: VAT falls due when it is spent. */
const DEPOSIT: LineTax = {
  category: 'O',
  rate_bp: 0,
  reason: 'A deposit carries no VAT: it falls due when the balance is spent',
};

export function taxOfOrder({ type, tax }: Pick<Order, 'type' | 'tax'>): LineTax {
  return type === 'deposit' ? DEPOSIT : lineTax(tax);
}

export function linesOfOrder(order: Order, lines: readonly OrderLine[], currency: string): Line[] {
  const tax = taxOfOrder(order);
  return lines.map((line) => ({
    label: line.label,
    sublabel: line.sublabel,
    words: describeSteps(line.explanation, currency),
    period: periodOf(line),
    ...tax,
    net: line.net,
    vat: line.vat,
  }));
}

/** Amounts are positive. The lines themselves when all of them come back, one of them when it does, else a line of its own. */
export function linesOfRefund(
  order: Order,
  lines: readonly OrderLine[],
  { net, vat, description, currency }: { net: Cents; vat: Cents; description: string; currency: string },
): Line[] {
  const written = linesOfOrder(order, lines, currency);
  if (net === order.net && vat === order.vat) return written;
  const whole = written.find((line) => line.net === net && line.vat === vat);
  if (whole) return [whole];
  const words = written.length === 1 ? (written[0]?.words ?? []) : [];
  return [{ label: description, sublabel: '', words, period: null, ...taxOfOrder(order), net, vat }];
}

/** With the amounts as a document has them. */
export function written({ net, vat, ...line }: Line): DocumentLine {
  return { ...line, net: String(net), vat: String(vat), gross: String(net + vat) };
}

function periodOf({ period_from, period_to }: OrderLine): DocumentLine['period'] {
  return period_from && period_to && { from: period_from.toISOString(), to: period_to.toISOString() };
}
