/** Four-eyes principle: an operation that exceeds a person's limit waits until another person approves it. */
import type { ApprovedOperation, OperatorInput } from '@innkeeper/contract/operator/all';
import { findPayment } from '@innkeeper/db/tables/payments';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { days } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, formatDecimal, parseDecimal } from '@innkeeper/model/money';
import { sql } from 'kysely';
import { validateAssignment } from '../bank/assign.ts';
import type { OperatorCx } from '../context.ts';
import { validateConfirmation } from '../payments/confirm.ts';
import { validateMove } from '../services/set.ts';
import { loadApproval } from './view.ts';

/** Time in milliseconds in which another person can decide. */
const OPEN_MS = days(7);

interface ApprovalAmount {
  amount: Cents;
  accountId: number;
}

/** Returns the amount that an input would move or give, and the account. Throws the errors of the operation. */
const AMOUNT_OF_OPERATION: {
  [Name in ApprovedOperation]: (cx: OperatorCx, input: OperatorInput<Name>) => Promise<ApprovalAmount>;
} = {
  async assignBank(cx, input) {
    const { payment, above } = await validateAssignment(cx, input);
    return { amount: above, accountId: payment.account_id };
  },
  async confirmPayment(cx, input) {
    const { payment, above } = await validateConfirmation(cx, input);
    return { amount: above, accountId: payment.account_id };
  },
  fundAccount: async (cx, { account, amount }) => ({
    amount: parseDecimal(amount),
    accountId: await accountIdOf(cx.db, account),
  }),
  async refundPayment(cx, { payment: id, amount }) {
    const payment = await findPayment(cx.db, id);
    if (!payment) throw new Failure('not_found', { message: `Payment ${id} does not exist.` });
    return { amount: amount === undefined ? payment.amount : parseDecimal(amount), accountId: payment.account_id };
  },
  async setService(cx, input) {
    const { service, gift } = await validateMove(cx, input);
    return { amount: gift, accountId: service.account_id };
  },
};

/**
 * Creates the approval that an operation has to wait for. Returns `undefined` if the person may perform it alone.
 *
 * A person may act alone while their credits, refunds and gifts of 24 hours stay within the limit. Confirmed or assigned money counts only
 * above the requested payment. Users of the command line on the host need no approval.
 */
export async function requestApproval<Name extends ApprovedOperation>(
  cx: OperatorCx,
  operation: Name,
  input: OperatorInput<Name>,
) {
  const { actor, db } = cx;
  if (actor.kind !== 'staff') return undefined;
  const now = cx.clock.now();
  const { amount, accountId } = await AMOUNT_OF_OPERATION[operation](cx, input);
  if (amount === 0n) return undefined;
  // Lock the person, so that concurrent requests are counted together.
  await db.selectFrom('staff').select('id').where('id', '=', actor.id).forUpdate().execute();
  if ((await sumStaffSpending(cx, actor.id, new Date(now.getTime() - days(1)))) + amount <= cx.settings.staffDailyLimit)
    return undefined;
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
  await audit(cx, 'requestApproval', { kind: 'approval', id, accountId: null }, { operation, amount: formatDecimal(amount) });
  return loadApproval(db, id, now);
}

/**
 * Returns the amount that a person has moved since a time, as recorded in the audit log. For incoming money, only the part that exceeds the
 * requested payment counts.
 */
async function sumStaffSpending({ db }: OperatorCx, staffId: number, since: Date): Promise<Cents> {
  const { rows } = await sql<{ sum: Cents }>`
    select coalesce(round(sum((details ->> case when action in ('assignBank', 'confirmPayment') then 'above' else 'amount' end)::numeric) * 100), 0)::bigint as sum
    from audit_log where actor_kind = 'staff' and actor_id = ${staffId} and at > ${since} and action = any(${Object.keys(AMOUNT_OF_OPERATION)}::text[])`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}
