/** Matches transfers by the reference of a payment. A closed account gets no money, because nobody could use its balance. */
import type { BankStatementLine } from '@innkeeper/db/schema';
import { findReferences } from '@innkeeper/model/payments/reference';
import type { StatementLine } from '@innkeeper/model/payments/statement-line';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { isConfirmed } from './post-bank-transfer.ts';

export interface ReferencedPayment {
  id: number;
  accountId: number;
  currency: string;
  isClosed: boolean;
}

/**
 * Finds the bank payments whose references the lines contain, by reference. No account of them is closed until the transaction ends: the
 * closing waits, and then finds the credits that are not posted yet.
 */
export async function findReferenced(
  { db }: Pick<MutatingCx, 'db'>,
  lines: readonly Pick<StatementLine, 'text'>[],
): Promise<Map<string, ReferencedPayment>> {
  const references = [...new Set(lines.flatMap(({ text }) => findReferences(text)))];
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select(['p.id', 'p.reference', 'p.currency', 'p.account_id as accountId'])
    .select(sql<boolean>`a.closed_at is not null`.as('isClosed'))
    .where('p.gateway', '=', 'bank')
    .where('p.reference', '=', sql<string>`any(${references}::text[])`)
    .orderBy('a.id')
    .forKeyShare('a')
    .execute();
  return new Map(rows.map(({ reference, ...row }) => [reference, row]));
}

/**
 * Returns the payment that the line refers to. Returns `null` for several payments or another currency, which an operator has to decide.
 */
export function matchReference(
  { text, currency }: Pick<StatementLine, 'text' | 'currency'>,
  payments: ReadonlyMap<string, ReferencedPayment>,
): ReferencedPayment | null {
  const found = findReferences(text).flatMap((reference) => payments.get(reference) ?? []);
  const [only] = found;
  return only && found.length === 1 && only.currency === currency ? only : null;
}

/**
 * Returns a hint for a line that refers to a payment of a closed account. Returns the payment instead if staff confirmed its money by hand,
 * because such a line adds none.
 */
export async function matchClosed(
  cx: MutatingCx,
  line: BankStatementLine,
  { id, accountId }: ReferencedPayment,
): Promise<{ paymentId: number } | { hint: string }> {
  if (await isConfirmed(cx, { ...line, payment_id: id })) return { paymentId: id };
  return {
    hint: `The credit names payment ${id} of account ${accountId}, which is closed. Send the money back from your bank account.`,
  };
}
