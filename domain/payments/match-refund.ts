/** Recognises transfers that are refunds by hand which came back. Nobody may book them as payments. */
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

/**
 * Returns whether a credit names the reference of a refund, otherwise `null`. A refund comes back once: another credit, or a larger one, waits
 * for a person. Locks the refund, so that it does not fail in the meantime.
 */
export async function matchRefund(
  { db }: Pick<MutatingCx, 'db'>,
  { text, amount }: { text: string; amount: bigint },
): Promise<CameBack | null> {
  const references = findReferences(text);
  if (references.length === 0) return null;
  const refund = await db
    .selectFrom('payment_refunds')
    .select(['id', 'state', 'amount'])
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .forShare()
    .executeTakeFirst();
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
