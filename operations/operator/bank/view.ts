import type { BankStatementLine } from '@innkeeper/db/schema';
import { decimal } from '@innkeeper/model/money';

export function lineView({ id, statement, line, amount, currency, payer, text, payment_id, hint, booked_on }: BankStatementLine) {
  return { id, statement, line, booked_on, amount: decimal(amount), currency, payer, text, payment_id, hint };
}
