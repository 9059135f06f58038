import type { Quote } from '@innkeeper/contract/schemas/quote';
import type { Quoted } from '@innkeeper/domain/orders/quote';
import { decimalNumber } from '@innkeeper/model/money';
import { unixOrNull } from './time.ts';

/** What is not negative is due today. */
export function presentQuote({ total, discount, covered, downtime, capacity, lines }: Quoted): Quote {
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
    })),
  };
}
