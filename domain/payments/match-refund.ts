/** Recognises transfers that are refunds by hand which came back. Nobody may book them as payments. */
import { findReferences } from '@innkeeper/model/payments/reference';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';

/** Returns a hint for a credit that names the reference of a refund, or `null`. */
export async function matchRefund({ db }: Pick<MutatingCx, 'db'>, { text }: { text: string }): Promise<string | null> {
  const references = findReferences(text);
  if (references.length === 0) return null;
  const refund = await db
    .selectFrom('payment_refunds')
    .select(['id', 'state'])
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .executeTakeFirst();
  if (!refund) return null;
  return refund.state === 'failed'
    ? `Refund ${refund.id} came back, and its money is on the balance already. Do not assign the credit.`
    : `Refund ${refund.id} came back. Run refund fail ${refund.id} --reason TEXT, and do not assign the credit.`;
}
