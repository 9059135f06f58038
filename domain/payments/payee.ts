/** Finds the account that paid a bank transfer, which a refund by hand goes to. */
import { invalid } from '@innkeeper/model/failures';
import type { FailedRefund } from '@innkeeper/model/payments/refund-warnings';
import type { MutatingCx } from '../context.ts';
import { masked } from '../mail/ways.ts';

/** Name and IBAN on the bank statement. `null` if the statement has none, or the payment was confirmed without one. */
export interface Payee {
  payee: string | null;
  iban: string | null;
}

/** Payee that staff names if the statement has no account, or if a refund to its account has failed. */
export interface NamedPayee {
  payee?: string | undefined;
  iban?: string | undefined;
}

/**
 * Throws `validation` if staff names a payee for a refund by a gateway or to the balance, or one whose bank statement has the account. So
 * nobody turns a refund to an account of their own. Once a refund to that account has failed, staff may name another one. Also throws
 * `validation` for a transfer without any account, which nobody could send. Returns true if the named account replaces that of the statement.
 */
export async function validatePayee(
  cx: Pick<MutatingCx, 'db'>,
  payment: { id: number; gateway: string; amount: bigint } | null,
  named: NamedPayee,
): Promise<boolean> {
  const field = named.iban === undefined ? 'payee' : 'iban';
  const isNamed = named[field] !== undefined;
  if (payment?.gateway !== 'bank') {
    if (!isNamed) return false;
    throw invalid(field, 'Only the refund of a bank transfer to its payer goes to an account that you name.');
  }
  const { id: payment_id, amount } = payment;
  const { iban } = await findPayee(cx, { payment_id, amount });
  if (iban === null) {
    if (named.iban !== undefined) return false;
    throw invalid(
      'iban',
      `No statement has the account that paid payment ${payment_id}. Ask the customer, and name it with --iban.`,
    );
  }
  if (!isNamed) return false;
  if (!(await findFailedTo(cx, { payment_id, iban })))
    throw invalid(
      field,
      `The statement has the account of the payer: ${iban}. Name another one only after a refund of payment ${payment_id} to it has failed.`,
    );
  if (named.iban === undefined) throw invalid('iban', 'Name the account of this payee with --iban.');
  return true;
}

/** Returns what the audit log says of a payee that staff named: name and masked account. */
export const auditOfPayee = ({ payee, iban }: NamedPayee): Record<string, string> => ({
  ...(payee !== undefined && { payee }),
  ...(iban !== undefined && { iban: masked(iban) ?? '' }),
});

/**
 * Returns payee and IBAN that a refund by hand goes to. The statement may have been imported after staff named a payee, and then wins. The
 * named account wins if a refund to the account of the statement has failed.
 */
export async function payeeToSend(
  cx: Pick<MutatingCx, 'db'>,
  refund: { payment_id: number; amount: bigint } & Payee,
): Promise<Payee> {
  const { payment_id, payee, iban } = refund;
  const found = await findPayee(cx, refund);
  if (found.iban !== null && (iban === null || !(await findFailedTo(cx, { payment_id, iban: found.iban })))) return found;
  return { payee: payee ?? found.payee, iban };
}

/**
 * Returns the latest failed refund to the account that a refund goes to, or `null`. `validatePayee` has accepted `named`. Nobody chooses
 * the account of a refund by a gateway.
 */
export async function findFailedRefund(
  cx: Pick<MutatingCx, 'db'>,
  payment: { id: number; gateway: string; amount: bigint } | null,
  named: NamedPayee,
): Promise<FailedRefund | null> {
  if (payment?.gateway !== 'bank') return null;
  const { id: payment_id, amount } = payment;
  const iban = named.iban ?? (await findPayee(cx, { payment_id, amount })).iban;
  const id = iban === null ? undefined : await findFailedTo(cx, { payment_id, iban });
  return iban === null || id === undefined ? null : { id, payment: payment_id, iban };
}

/** Returns the latest refund of the payment to this account that has failed, also one that was sent and has come back. */
async function findFailedTo(
  { db }: Pick<MutatingCx, 'db'>,
  { payment_id, iban }: { payment_id: number; iban: string },
): Promise<number | undefined> {
  const failed = db.selectFrom('payment_refunds').select('id').where('payment_id', '=', payment_id).where('iban', '=', iban);
  const last = failed.where('by_hand', '=', true).where('state', '=', 'failed').orderBy('id', 'desc');
  return (await last.executeTakeFirst())?.id;
}

/**
 * Returns payee and IBAN of the credit that paid. A credit with an IBAN comes first, then one with the refunded amount, then the latest.
 */
async function findPayee(
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
