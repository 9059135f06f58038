import type { Quote } from '@innkeeper/contract/schemas/quote';
import type { OrderQuote } from '@innkeeper/domain/orders/quote';
import { toDecimalNumber } from '@innkeeper/model/money/money';
import { leftOf } from '@innkeeper/model/money/spending-cap';
import { presentSteps } from './order-explanation.ts';
import { unix, unixOrNull } from './time.ts';

/** Presents a quote. A negative total is a refund, so nothing is due today. */
export function presentQuote(quoted: OrderQuote): Quote {
  const { total, discount, covered, downtime, capacity, lines } = quoted;
  const due = total.gross > 0n ? total : { net: 0n, gross: 0n };
  return {
    amount: toDecimalNumber(total.net),
    amount_with_vat: toDecimalNumber(total.gross),
    discount: toDecimalNumber(discount.net),
    discount_with_vat: toDecimalNumber(discount.gross),
    due_today_amount: toDecimalNumber(due.net),
    due_today_amount_with_vat: toDecimalNumber(due.gross),
    covered_by_balance: covered,
    estimated_downtime: downtime,
    capacity,
    lines: lines.map((line) => ({
      label: line.label,
      sublabel: line.sublabel,
      amount: toDecimalNumber(line.net),
      amount_with_vat: toDecimalNumber(line.gross),
      period_from: unixOrNull(line.period_from ?? null),
      period_to: unixOrNull(line.period_to ?? null),
      list_amount: toDecimalNumber(line.net + line.discount),
      discount: toDecimalNumber(line.discount),
      steps: presentSteps(line.steps),
    })),
    missing: [...quoted.missing],
    tax: presentTax(quoted.tax),
    balance: presentBalance(quoted.balance),
    cap: presentCap(quoted.cap),
    next_renewal: presentRenewal(quoted.nextRenewal),
  };
}

const presentTax = ({ country, rateBp, rule, note }: OrderQuote['tax']): Quote['tax'] => ({
  country,
  rate: rateBp / 100,
  rule,
  note,
});

const presentBalance = (balance: OrderQuote['balance']): Quote['balance'] =>
  balance && { now: toDecimalNumber(balance.now), after: toDecimalNumber(balance.after) };

function presentCap(cap: OrderQuote['cap']): Quote['cap'] {
  if (!cap) return null;
  return { of: cap.of, limit: toDecimalNumber(cap.cap), spent: toDecimalNumber(cap.spent), left: toDecimalNumber(leftOf(cap)) };
}

function presentRenewal(renewal: OrderQuote['nextRenewal']): Quote['next_renewal'] {
  if (!renewal) return null;
  const { net, gross } = renewal.amount;
  return { at: unix(renewal.at), amount: toDecimalNumber(net), amount_with_vat: toDecimalNumber(gross) };
}
