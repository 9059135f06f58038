/** Finds the account that paid a bank transfer, which a refund by hand goes to. */
import type { MutatingCx } from '../context.ts';

/** Name and IBAN on the bank statement. `null` if the statement has none, or the payment was confirmed without one. */
export interface Payee {
  payee: string | null;
  iban: string | null;
}

/**
 * Returns payee and IBAN of the credit that paid. A credit with an IBAN comes first, then one with the refunded amount, then the latest.
 */
export async function findPayee(
  { db }: Pick<MutatingCx, 'db'>,
  { payment_id, amount }: { payment_id: number; amount: bigint },
): Promise<Payee> {
  const line = await db
    .selectFrom('bank_statement_lines')
    .select(['payer', 'payer_iban'])
    .where('payment_id', '=', payment_id)
    .orderBy((eb) => eb('payer_iban', '=', ''))
    .orderBy((eb) => eb('amount', '<>', amount))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return { payee: line?.payer || null, iban: line?.payer_iban || null };
}
