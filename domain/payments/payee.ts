/** Finds the account that paid a bank transfer, which a refund by hand goes to. */
import { invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { masked } from '../mail/ways.ts';

/** Name and IBAN on the bank statement. `null` if the statement has none, or the payment was confirmed without one. */
export interface Payee {
  payee: string | null;
  iban: string | null;
}

/** Payee that staff names if the statement has no account. */
export interface NamedPayee {
  payee?: string | undefined;
  iban?: string | undefined;
}

/**
 * Throws `validation` if staff names a payee for a refund by a gateway or to the balance, or one whose bank statement has the account. So
 * nobody turns a refund to an account of their own. Also throws `validation` for a transfer without any account, which nobody could send.
 */
export async function validatePayee(
  cx: Pick<MutatingCx, 'db'>,
  payment: { id: number; gateway: string; amount: bigint } | null,
  named: NamedPayee,
): Promise<void> {
  const field = named.iban === undefined ? 'payee' : 'iban';
  const isNamed = named[field] !== undefined;
  if (payment?.gateway !== 'bank') {
    if (!isNamed) return;
    throw invalid(field, 'Only the refund of a bank transfer to its payer goes to an account that you name.');
  }
  const { iban } = await findPayee(cx, { payment_id: payment.id, amount: payment.amount });
  if (iban !== null && isNamed) throw invalid(field, `The statement has the account of the payer: ${iban}.`);
  if (iban === null && named.iban === undefined)
    throw invalid(
      'iban',
      `No statement has the account that paid payment ${payment.id}. Ask the customer, and name it with --iban.`,
    );
}

/** Returns what the audit log says of a payee that staff named: name and masked account. */
export const auditOfPayee = ({ payee, iban }: NamedPayee): Record<string, string> => ({
  ...(payee !== undefined && { payee }),
  ...(iban !== undefined && { iban: masked(iban) ?? '' }),
});

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
