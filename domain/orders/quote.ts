/** What an order would cost. Nothing is reserved, so another order may be faster. */

import { balanceOf, covers } from '@innkeeper/db/ledger';
import { type Cents, withVat } from '@innkeeper/model/money';
import type { Step } from '@innkeeper/model/pricing/explanation';
import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';
import type { Cx } from '../context.ts';
import type { Buyer } from './buyer.ts';

export interface QuotedLine extends LineAmount {
  /** What it would be without discounts is so much more; default 0. */
  discount?: Cents;
  explanation?: readonly Step[];
  label: string;
  sublabel: string;
  period_from?: Date;
  period_to?: Date;
}

export interface Quoted {
  /** Negative: a refund. */
  total: LineAmount;
  /** Taken off already; `gross` at the VAT of each line. */
  discount: { net: Cents; gross: Cents };
  covered: boolean;
  downtime: 'none' | 'short' | 'extended';
  /** `ok`, or a sentence. */
  capacity: string;
  lines: readonly QuotedLine[];
}

export async function quoteOf(
  cx: Cx,
  { accountId }: Pick<Buyer, 'accountId'>,
  lines: readonly QuotedLine[],
  more: Pick<Quoted, 'downtime' | 'capacity'>,
): Promise<Quoted> {
  const total = sumLines(lines);
  return { total, discount: discountOf(lines), covered: covers(await balanceOf(cx.db, accountId), total.gross), lines, ...more };
}

/** The sum of the lines' discounts. */
export function discountOf(lines: readonly QuotedLine[]): Quoted['discount'] {
  let [net, gross] = [0n, 0n];
  for (const { discount = 0n, explanation = [], ...line } of lines) {
    if (discount === 0n) continue;
    const tax = explanation.find((step) => step.step === 'vat');
    net += discount;
    gross += withVat(line.net + discount, tax?.rate_bp ?? 0) - line.gross;
  }
  return { net, gross };
}
