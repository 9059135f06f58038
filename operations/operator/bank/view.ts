import type { BankStatementLine } from '@innkeeper/db/schema';
import { formatDecimal } from '@innkeeper/model/money';

/** Returns a credit as shown to the operator, with its amount as a decimal string. */
export function lineView({ amount, booked_on, ...line }: BankStatementLine) {
  const { id, account, statement, reference, currency, payer, text, payment_id, hint } = line;
  const names = { id, account, statement, line: line.line, reference };
  return { ...names, booked_on, amount: formatDecimal(amount), currency, payer, text, payment_id, hint };
}
