import type { Quote } from '@innkeeper/contract/schemas/quote';
import type { Quoted } from '@innkeeper/domain/orders/quote';
import { decimalNumber } from '@innkeeper/model/money';
import { leftOf } from '@innkeeper/model/spending-cap';
import { presentSteps } from './order-explanation.ts';
import { unix, unixOrNull } from './time.ts';

/** What is not negative is due today. */
export function presentQuote(quoted: Quoted): Quote {
  const { total, discount, covered, downtime, capacity, lines } = quoted;
  const due = total.gross > 0n ? total : { net: 0n, gross: 0n };
  return {
    amount: decimalNumber(total.net),
    amount_with_vat: decimalNumber(total.gross),
    discount: decimalNumber(discount.net),
    discount_with_vat: decimalNumber(discount.gross),
    due_today_amount: decimalNumber(due.net),
    due_today_amount_with_vat: decimalNumber(due.gross),
    covered_by_balance: covered,
    estimated_downtime: downtime,
    capacity,
    lines: lines.map((line) => ({
      label: line.label,
      sublabel: line.sublabel,
      amount: decimalNumber(line.net),
      amount_with_vat: decimalNumber(line.gross),
      period_from: unixOrNull(line.period_from ?? null),
      period_to: unixOrNull(line.period_to ?? null),
      list_amount: decimalNumber(line.net + line.discount),
      discount: decimalNumber(line.discount),
      steps: presentSteps(line.steps),
    })),
    missing: [...quoted.missing],
    tax: presentTax(quoted.tax),
    balance: presentBalance(quoted.balance),
    cap: presentCap(quoted.cap),
    next_renewal: presentRenewal(quoted.nextRenewal),
  };
}

const presentTax = ({ country, rateBp, rule, note }: Quoted['tax']): Quote['tax'] => ({
  country,
  rate: rateBp / 100,
  rule,
  note,
});

const presentBalance = (balance: Quoted['balance']): Quote['balance'] =>
  balance && { now: decimalNumber(balance.now), after: decimalNumber(balance.after) };

function presentCap(cap: Quoted['cap']): Quote['cap'] {
  if (!cap) return null;
  return { of: cap.of, limit: decimalNumber(cap.cap), spent: decimalNumber(cap.spent), left: decimalNumber(leftOf(cap)) };
}

function presentRenewal(renewal: Quoted['nextRenewal']): Quote['next_renewal'] {
  if (!renewal) return null;
  const { net, gross } = renewal.amount;
  return { at: unix(renewal.at), amount: decimalNumber(net), amount_with_vat: decimalNumber(gross) };
}
