import type { BankStatementLine } from '@innkeeper/db/schema';
import { formatDecimal } from '@innkeeper/model/money';

/** Returns a credit as shown to the operator, with its amount as a decimal string. */
export function lineView({ id, statement, line, amount, currency, payer, text, payment_id, hint, booked_on }: BankStatementLine) {
  return { id, statement, line, booked_on, amount: formatDecimal(amount), currency, payer, text, payment_id, hint };
}
