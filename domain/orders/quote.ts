/** What an order would cost. Nothing is reserved, so another order may be faster. */

import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';
import type { Cx } from '../context.ts';
import type { Buyer } from './buyer.ts';
import { isCovered } from './limit-unpaid.ts';

export interface QuotedLine extends LineAmount {
  label: string;
  sublabel: string;
  period_from?: Date;
  period_to?: Date;
}

export interface Quoted {
  /** Negative: a refund. */
  total: LineAmount;
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
  return { total, covered: await isCovered(cx, accountId, total.gross), lines, ...more };
}
