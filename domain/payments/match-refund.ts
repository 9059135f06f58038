/** Recognises transfers that are refunds by hand which came back. Nobody may book them as payments. */
import type { BankStatementLine, Database } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import { findReferences } from '@innkeeper/model/payments/reference';
import { days } from '@innkeeper/model/time/clock';
import { type Selectable, sql } from 'kysely';
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
 * Throws `wrong_state` for a credit that is the money of the refund whose reference it has. `refund fail` puts that money on the balance, so
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

/** Days after its end in which a refund may come back without its reference. */
const DAYS_TO_COME_BACK = 90;

const mayBe = (id: number): string => `It has the amount and account of refund ${id}, which may have come back.`;

/**
 * Returns a hint for a credit with the amount and account of exactly one refund that was sent, otherwise `null`. Banks return transfers also
 * without their text. The customer may pay the same amount, so the credit can be assigned. A refund that has failed since it was sent counts
 * if no other one fits, and until a credit is closed as its money.
 */
export async function hintMayBeRefund(
  { db, clock, settings }: Pick<MutatingCx, 'db' | 'clock' | 'settings'>,
  { amount, currency, payer_iban, booked_on }: Pick<BankStatementLine, 'amount' | 'currency' | 'payer_iban' | 'booked_on'>,
): Promise<string | null> {
  if (payer_iban === '' || currency !== settings.currency) return null;
  const similar = db
    .selectFrom('payment_refunds as r')
    .select('r.id')
    .where('by_hand', '=', true)
    .where('amount', '=', amount)
    .where(bareIban('iban'), '=', bare(payer_iban))
    .where('ended_at', '>', new Date(clock.now().getTime() - days(DAYS_TO_COME_BACK)))
    .where('created_at', '<', endOf(booked_on));
  const sent = await similar.where('state', '=', 'succeeded').limit(2).execute();
  const [only] = sent;
  if (only && sent.length === 1)
    return `${mayBe(only.id)} If it did, run ./innkeeper refund fail ${only.id} --reason TEXT, and do not assign the credit.`;
  if (only) return null;
  const [failed, another] = await withoutCredit(db, await similar.where('state', '=', 'failed').where(WAS_SENT).execute());
  return failed && !another ? mayBeFailed(failed.id) : null;
}

/** Returns those of these failed refunds whose money no credit is closed as. */
async function withoutCredit(db: MutatingCx['db'], refunds: readonly { id: number }[]): Promise<{ id: number }[]> {
  if (refunds.length === 0) return [];
  const closed = await db
    .selectFrom('bank_statement_lines')
    .select('hint')
    .where('closed_by', '=', 'refund')
    .where(
      'hint',
      'in',
      refunds.map(({ id }) => onBalance(id)),
    )
    .execute();
  return refunds.filter(({ id }) => !closed.some(({ hint }) => hint === onBalance(id)));
}

const mayBeFailed = (id: number): string =>
  `It has the amount and account of refund ${id}, which has failed and may have come back only now. Its money is on the balance already, so do not assign the credit unless the customer has paid again.`;

/** Selects refunds `r` that were sent before they failed. Only the audit log tells: a refund has one state. */
const WAS_SENT = sql<boolean>`exists (select from audit_log l where l.resource_kind = 'payment' and l.resource_id = r.payment_id
  and l.action = 'failRefund' and l.details -> 'refund' = to_jsonb(r.id) and l.details ->> 'was' = 'succeeded')`;

/**
 * Closes the oldest waiting credit with the reference of a refund that has failed, because its money is on the balance. Without one, closes
 * the only waiting credit with amount and account of the refund, if that was sent.
 */
export async function closeCameBack({ db, settings }: Pick<MutatingCx, 'db' | 'settings'>, refund: FailedRefund): Promise<void> {
  const { id, amount, iban, created_at, state } = refund;
  const waiting = db
    .selectFrom('bank_statement_lines')
    .select('id')
    .where('payment_id', 'is', null)
    .where('returned_on', 'is', null)
    .where('closed_by', 'is', null)
    .orderBy('id')
    .limit(2);
  const close = db.updateTable('bank_statement_lines').set({ closed_by: 'refund', hint: onBalance(id) });
  const [named] = await waiting
    .where('hint', 'like', `${namesRefund(id)}.%`)
    .where('amount', '<=', amount)
    .forUpdate()
    .execute();
  if (named) return void (await close.where('id', '=', named.id).execute());
  if (state !== 'succeeded' || iban === null) return;
  const similar = await waiting
    .where('amount', '=', amount)
    .where('currency', '=', settings.currency)
    .where(bareIban('payer_iban'), '=', bare(iban))
    .where('booked_on', '>=', created_at.toISOString().slice(0, 10))
    .where((eb) => eb.or([eb('hint', 'is', null), eb('hint', 'like', `${mayBe(id)}%`)]))
    .forUpdate()
    .execute();
  const [only] = similar;
  if (only && similar.length === 1) await close.where('id', '=', only.id).execute();
}

/** A refund by hand, with its state before it failed. */
type FailedRefund = Pick<Selectable<Database['payment_refunds']>, 'id' | 'amount' | 'iban' | 'created_at' | 'state'>;

const bare = (iban: string): string => iban.replace(/\s/g, '').toUpperCase();
const bareIban = (column: 'iban' | 'payer_iban') => sql<string>`upper(regexp_replace(${sql.ref(column)}, '\\s', '', 'g'))`;
const endOf = (day: string): Date => new Date(Date.parse(day) + days(1));
