/** Four eyes: what one of the staff may not do alone is kept until another approves it. */
import type { OperatorInput } from '@innkeeper/contract/operator/all';
import { findPayment } from '@innkeeper/db/tables/payments';
import { audit } from '@innkeeper/domain/audit';
import { days } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, decimal } from '@innkeeper/model/money';
import { sql } from 'kysely';
import { accountIdOf, cents } from '../accounts/find.ts';
import { judgeAssignment } from '../bank/assign.ts';
import type { OperatorCx } from '../context.ts';
import { judgeConfirmation } from '../payments/confirm.ts';
import { judgeMove } from '../services/set.ts';
import { type ApprovedOperation, loadApproval } from './view.ts';

/** How long another person has to decide. */
const OPEN_MS = days(7);

interface Asked {
  amount: Cents;
  accountId: number;
}

/** What an input would move or give, and of whom. Throws what the operation is refused with. */
const ASKED: { [Name in ApprovedOperation]: (cx: OperatorCx, input: OperatorInput<Name>) => Promise<Asked> } = {
  async assignBank(cx, input) {
    const { payment, above } = await judgeAssignment(cx, input);
    return { amount: above, accountId: payment.account_id };
  },
  async confirmPayment(cx, input) {
    const { payment, above } = await judgeConfirmation(cx, input);
    return { amount: above, accountId: payment.account_id };
  },
  fundAccount: async (cx, { account, amount }) => ({ amount: cents(amount), accountId: await accountIdOf(cx.db, account) }),
  async refundPayment(cx, { payment: id, amount }) {
    const payment = await findPayment(cx.db, id);
    if (!payment) throw new Failure('not_found', { message: `Payment ${id} does not exist.` });
    return { amount: amount === undefined ? payment.amount : cents(amount), accountId: payment.account_id };
  },
  async setService(cx, input) {
    const { service, gift } = await judgeMove(cx, input);
    return { amount: gift, accountId: service.account_id };
  },
};

/**
 * The approval that one of the staff must wait for; undefined where the person may do it alone: while what the person has credited, refunded and given
 * in 24 hours stays within the limit, with the money that the person has confirmed or assigned above what its payments asked for. Who is at the host itself may do it alone.
 */
export async function askApproval<Name extends ApprovedOperation>(cx: OperatorCx, operation: Name, input: OperatorInput<Name>) {
  const { actor, db } = cx;
  if (actor.kind !== 'staff') return undefined;
  const now = cx.clock.now();
  const { amount, accountId } = await ASKED[operation](cx, input);
  if (amount === 0n) return undefined;
  // One at a time of a person, so that many small ones of one moment are seen together.
  await db.selectFrom('staff').select('id').where('id', '=', actor.id).forUpdate().execute();
  if ((await movedBy(cx, actor.id, new Date(now.getTime() - days(1)))) + amount <= cx.settings.staffDailyLimit) return undefined;
  const row = {
    operation,
    input: JSON.stringify(input),
    amount,
    account_id: accountId,
    requested_by: actor.id,
    requested_at: now,
    expires_at: new Date(now.getTime() + OPEN_MS),
  };
  const { id } = await db.insertInto('staff_approvals').values(row).returning('id').executeTakeFirstOrThrow();
  await audit(cx, 'askApproval', { kind: 'approval', id, accountId: null }, { operation, amount: decimal(amount) });
  return loadApproval(db, id, now);
}

/** Sums of the audit log. Of incoming money only the part above its payment counts. */
async function movedBy({ db }: OperatorCx, staffId: number, since: Date): Promise<Cents> {
  const { rows } = await sql<{ sum: Cents }>`
    select coalesce(round(sum((details ->> case when action in ('assignBank', 'confirmPayment') then 'above' else 'amount' end)::numeric) * 100), 0)::bigint as sum
    from audit_log where actor_kind = 'staff' and actor_id = ${staffId} and at > ${since} and action = any(${Object.keys(ASKED)}::text[])`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}
