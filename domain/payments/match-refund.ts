/** Recognises transfers that are refunds by hand which came back. Nobody may book them as payments. */
import type { BankStatementLine } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import { findReferences } from '@innkeeper/model/payments/reference';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';

/** A credit that is a refund which came back. `isClosed`: its money is on the balance, so nobody has to do anything. */
export interface CameBack {
  hint: string;
  isClosed: boolean;
}

const namesRefund = (id: number): string => `Refund ${id} came back`;
const onBalance = (id: number): string =>
  `${namesRefund(id)}, and its money is on the balance already. Do not assign the credit.`;

interface NamedRefund {
  id: number;
  state: 'pending' | 'succeeded' | 'failed';
  amount: bigint;
  by_hand: boolean;
}

/** Returns the refund whose reference the text has. Locks it, so that it does not fail in the meantime. Lock it before the credit. */
export async function lockNamedRefund({ db }: Pick<MutatingCx, 'db'>, text: string): Promise<NamedRefund | undefined> {
  const references = findReferences(text);
  if (references.length === 0) return undefined;
  return db
    .selectFrom('payment_refunds')
    .select(['id', 'state', 'amount', 'by_hand'])
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .forShare()
    .executeTakeFirst();
}

/**
 * Throws `wrong_state` for a credit that is the money of the refund whose reference it has: `refund fail` puts that money on the balance, so
 * the customer would get it twice. Another credit, or a larger one, of a failed refund passes.
 */
export function refuseCameBack(line: BankStatementLine, refund: NamedRefund | undefined): void {
  if (!refund?.by_hand) return;
  const { id, state } = refund;
  const money = `Credit ${line.id} is the money of refund ${id}, which`;
  if (state !== 'failed')
    throw new Failure('wrong_state', { message: `${money} came back. Run ./innkeeper refund fail ${id} --reason TEXT instead.` });
  if (line.closed_by === 'refund' && line.hint === onBalance(id))
    throw new Failure('wrong_state', { message: `${money} is on the balance already.` });
}

/** Throws `wrong_state` if a credit with the reference of the refund has a payment: the customer has the money already. */
export async function refuseAssigned(
  { db }: Pick<MutatingCx, 'db'>,
  { id, reference }: { id: number; reference: string },
): Promise<void> {
  const line = await db
    .selectFrom('bank_statement_lines')
    .select(['id', 'payment_id'])
    .where('payment_id', 'is not', null)
    .where(sql<string>`regexp_replace(upper(text), '[^A-Z0-9]', '', 'g')`, 'like', `%${reference}%`)
    .orderBy('id')
    .executeTakeFirst();
  if (!line) return;
  const message = `${namesRefund(id)} as credit ${line.id}, which is assigned to payment ${line.payment_id}. The customer has its money already.`;
  throw new Failure('wrong_state', { message });
}

/**
 * Returns whether a credit names the reference of a refund, otherwise `null`. A refund comes back once: another credit, or a larger one, waits
 * for a person. Locks the refund, so that it does not fail in the meantime.
 */
export async function matchRefund(
  { db }: Pick<MutatingCx, 'db'>,
  { text, amount }: { text: string; amount: bigint },
): Promise<CameBack | null> {
  const refund = await lockNamedRefund({ db }, text);
  if (!refund) return null;
  const { id, state } = refund;
  if (state !== 'failed')
    return { hint: `${namesRefund(id)}. Run refund fail ${id} --reason TEXT, and do not assign the credit.`, isClosed: false };
  const closed = db.selectFrom('bank_statement_lines').select('id').where('closed_by', '=', 'refund');
  const earlier = await closed.where('hint', '=', onBalance(id)).executeTakeFirst();
  return { hint: onBalance(id), isClosed: !earlier && amount <= refund.amount };
}

/** Closes the oldest waiting credit of a refund that has failed, because its money is on the balance. */
export async function closeCameBack(
  { db }: Pick<MutatingCx, 'db'>,
  { id, amount }: { id: number; amount: bigint },
): Promise<void> {
  const first = db
    .selectFrom('bank_statement_lines')
    .select('id')
    .where('payment_id', 'is', null)
    .where('returned_on', 'is', null)
    .where('closed_by', 'is', null)
    .where('hint', 'like', `${namesRefund(id)}.%`)
    .where('amount', '<=', amount)
    .orderBy('id')
    .limit(1);
  const update = db.updateTable('bank_statement_lines').set({ closed_by: 'refund', hint: onBalance(id) });
  await update.where('id', 'in', first).execute();
}
