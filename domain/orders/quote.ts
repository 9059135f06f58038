/** Quotes: the cost of an order before it is placed. Nothing is reserved, so another order may come first. */

import { covers } from '@innkeeper/db/ledger';
import { readSpendable } from '@innkeeper/db/ledger/spending';
import { type Cents, withVat } from '@innkeeper/model/money/money';
import { type MonthlyCap, tightestCap } from '@innkeeper/model/money/spending-cap';
import { describeSteps } from '@innkeeper/model/pricing/describe-steps';
import type { Step } from '@innkeeper/model/pricing/explanation';
import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';
import type { MissingField } from '@innkeeper/model/requests/missing-fields';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import { readsWholeAccount } from '../actor.ts';
import type { Cx } from '../context.ts';
import { spenderOf } from '../spending.ts';
import { taxOf } from '../tax/tax-of.ts';
import type { Buyer } from './buyer.ts';

export interface QuotedLine extends LineAmount {
  /** Discount that is already deducted, 0 by default. */
  discount?: Cents;
  explanation?: readonly Step[];
  label: string;
  sublabel: string;
  period_from?: Date;
  period_to?: Date;
}

/** Next renewal of the ordered or renewed services. */
export interface NextRenewal {
  /** End of the paid period. */
  at: Date;
  amount: LineAmount;
}

/** Parts of a quote that its use case provides. */
export interface QuoteDetails {
  downtime: 'none' | 'short' | 'extended';
  /** `ok`, or a sentence about the shortage. */
  capacity: string;
  missing?: readonly MissingField[];
  /** Next renewal, omitted or `null` for quotes that order no period. */
  nextRenewal?: NextRenewal | null;
}

/** Line with its calculation as text. */
export interface ExplainedQuoteLine extends QuotedLine {
  discount: Cents;
  steps: { step: Step; text: string }[];
}

export interface OrderQuote extends Required<QuoteDetails> {
  /** Total amount. Negative for a refund. */
  total: LineAmount;
  /** Discounts that are already deducted. `gross` includes the VAT of each line. */
  discount: { net: Cents; gross: Cents };
  covered: boolean;
  lines: readonly ExplainedQuoteLine[];
  tax: TaxDecision;
  /** `null` for an actor that may not read the balance, and for a deposit. */
  balance: { now: Cents; after: Cents } | null;
  /** Spending cap with the smallest remaining amount, among the caps that the actor may read. */
  cap: MonthlyCap | null;
}

/** Returns the quote of these lines. `buyer.tax` is the VAT of the lines, by default the current VAT of the account. */
export async function quoteOf(
  cx: Cx,
  buyer: Pick<Buyer, 'accountId'> & Partial<Buyer>,
  lines: readonly QuotedLine[],
  { missing = [], nextRenewal = null, ...details }: QuoteDetails,
): Promise<OrderQuote> {
  const { accountId } = buyer;
  const total = sumLines(lines);
  const spendable = await readSpendable(cx.db, spenderOf(cx, accountId));
  const isOfAccount = readsWholeAccount(cx.actor);
  return {
    total,
    discount: discountOf(lines),
    covered: covers(spendable, total.gross),
    lines: lines.map((line) => explainLine(line, cx.settings.currency)),
    tax: buyer.tax ?? (await taxOf(cx, accountId)),
    balance: isOfAccount ? { now: spendable.balance, after: spendable.balance - total.gross } : null,
    cap: tightestCap(isOfAccount ? spendable.caps : spendable.caps.filter(({ of }) => of === 'token')) ?? null,
    missing,
    nextRenewal,
    ...details,
  };
}

function explainLine(line: QuotedLine, currency: string): ExplainedQuoteLine {
  const { explanation = [], discount = 0n } = line;
  const texts = describeSteps(explanation, currency);
  return { ...line, discount, steps: explanation.map((step, i) => ({ step, text: texts[i] as string })) };
}

/** Returns the sum of the lines' discounts. */
export function discountOf(lines: readonly QuotedLine[]): OrderQuote['discount'] {
  let [net, gross] = [0n, 0n];
  for (const { discount = 0n, explanation = [], ...line } of lines) {
    if (discount === 0n) continue;
    const tax = explanation.find((step) => step.step === 'vat');
    net += discount;
    gross += withVat(line.net + discount, tax?.rate_bp ?? 0) - line.gross;
  }
  return { net, gross };
}
