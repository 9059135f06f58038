/** Credits without a payment that the operator has sent back to their payers, as the debits of a bank statement show. */
import type { BankStatementLine } from '@innkeeper/db/schema';
import { listReturnable, returnLine } from '@innkeeper/db/tables/bank-statement-lines';
import { formatDecimal } from '@innkeeper/model/money/money';
import { findReferences } from '@innkeeper/model/payments/reference';
import type { StatementDebit } from '@innkeeper/model/payments/statement-line';
import { planReturns } from '@innkeeper/model/payments/statements/sent-back';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';

/** Days around its booking in which a debit without a reference may be the transfer of a refund by hand. */
const DAYS_OF_REFUND = 10;

/** Closes the credits that these debits sent back, and returns them. A credit that is assigned in the meantime is left out. */
export async function closeReturned(cx: MutatingCx, debits: readonly StatementDebit[]): Promise<BankStatementLine[]> {
  const credits = await listReturnable(cx.db, debits);
  if (credits.length === 0) return [];
  const ibans = new Set(credits.map(({ payerIban }) => payerIban));
  const toPayers = debits.filter(({ payeeIban }) => ibans.has(payeeIban));
  const returns = planReturns(await withoutRefunds(cx, toPayers), credits);
  const returned: BankStatementLine[] = [];
  for (const [id, day] of returns) {
    const line = await returnLine(cx.db, id, day);
    if (!line) continue;
    returned.push(line);
    const { amount, currency, payer } = line;
    await audit(cx, 'bank.returned', null, { line: id, amount: formatDecimal(amount), currency, payer, returned_on: day });
  }
  return returned;
}

/** Returns the debits that are no refund by hand. Such a debit has the reference of the refund, or its amount and payee in the same days. */
async function withoutRefunds({ db }: MutatingCx, debits: readonly StatementDebit[]): Promise<StatementDebit[]> {
  const references = debits.flatMap(({ text }) => findReferences(text));
  const ibans = debits.map(({ payeeIban }) => payeeIban);
  const refunds = await db
    .selectFrom('payment_refunds')
    .select(['reference', 'iban', 'amount', 'created_at', 'ended_at'])
    .where('by_hand', '=', true)
    .where((eb) =>
      eb.or([
        eb('reference', '=', sql<string>`any(${references}::text[])`),
        eb.and([eb('state', '<>', 'failed'), eb('iban', '=', sql<string>`any(${ibans}::text[])`)]),
      ]),
    )
    .execute();
  return debits.filter(({ text, payeeIban, amount, bookedOn }) => {
    const named = findReferences(text);
    const at = Date.parse(bookedOn);
    return !refunds.some((one) => {
      if (named.includes(one.reference)) return true;
      if (one.iban !== payeeIban || one.amount !== amount) return false;
      const isAfter = at >= one.created_at.getTime() - days(1);
      return isAfter && (!one.ended_at || at <= one.ended_at.getTime() + days(DAYS_OF_REFUND));
    });
  });
}
