/** Four-eyes principle: an operation that exceeds a person's limit waits until another person approves it. */

import type { ApprovedOperation } from '@innkeeper/contract/operator/all';
import type { Database } from '@innkeeper/db/schema';
import { findPayment } from '@innkeeper/db/tables/payments';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import type { StaffActor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, formatDecimal, parseDecimal } from '@innkeeper/model/money/money';
import { days } from '@innkeeper/model/time/clock';
import { type Kysely, type Selectable, sql } from 'kysely';
import { fundAccount } from './accounts.staff.ts';
import { assignBank, validateAssignment } from './bank.staff.ts';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';
import { confirmPayment, refundPayment, validateConfirmation } from './payments.staff.ts';
import { setService, validateMove } from './services.staff.ts';

/** Lists pending approvals, or all, oldest first. */
export function listApprovals(cx: StaffCx, input: StaffInput<'listApprovals'>): Promise<StaffReply<'listApprovals'>> {
  const now = cx.clock.now();
  const all = approvalsQuery(cx.db).orderBy('p.id');
  const query = input.all ? all : all.where('p.outcome', 'is', null).where('p.expires_at', '>', now);
  return listPage(query, input, (row) => approvalView(row, now));
}

/**
 * Performs the requested operation, once and in this transaction. If the operation is refused, the approval stays pending.
 *
 * Throws `wrong_state` for the requester, for a token that another staff member created, if the requester is disabled, and if the operation
 * is now worth more.
 */
export async function approveApproval(
  cx: StaffCx,
  { approval: id }: StaffInput<'approveApproval'>,
): Promise<StaffReply<'approveApproval'>> {
  const row = await lockPendingApproval(cx, id);
  const { actor, db } = cx;
  if (actor.kind === 'staff' && actor.id === row.requested_by)
    throw new Failure('wrong_state', { message: 'You cannot approve your own request. Ask another person.' });
  if (actor.kind === 'staff') await refuseBorrowedToken(cx, actor);
  const requester = await db
    .selectFrom('staff')
    .select(['name', 'disabled_at'])
    .where('id', '=', row.requested_by)
    .executeTakeFirstOrThrow();
  if (requester.disabled_at)
    throw new Failure('wrong_state', { message: `${requester.name}, who requested this, is disabled. Make a new request.` });
  await perform(cx, row);
  return decide(cx, row, 'approved', null);
}

/** Throws `wrong_state` for a token that another staff member created. That person has the token, and may be the requester. */
async function refuseBorrowedToken({ db }: StaffCx, { id, tokenId }: StaffActor): Promise<void> {
  if (tokenId === undefined) return;
  const token = await db.selectFrom('staff_tokens').select('made_by').where('id', '=', tokenId).executeTakeFirst();
  if (token && (token.made_by === null || token.made_by === id)) return;
  throw new Failure('wrong_state', {
    message: 'Another person created this token. Sign in, or use a token that you or the host created.',
  });
}

type Perform<Name extends ApprovedOperation> = (cx: StaffCx, input: StaffInput<Name>, amount: Cents) => Promise<unknown>;

/** The operations. Some check first that they are not worth more than the requested amount. */
const APPROVED_OPERATIONS: { [Name in ApprovedOperation]: Perform<Name> } = {
  async assignBank(cx, input, amount) {
    refuseMore((await validateAssignment(cx, input)).above, amount);
    return assignBank(cx, input);
  },
  async confirmPayment(cx, input, amount) {
    refuseMore((await validateConfirmation(cx, input)).above, amount);
    return confirmPayment(cx, input);
  },
  fundAccount,
  refundPayment,
  async setService(cx, input, amount) {
    refuseMore((await validateMove(cx, input)).gift, amount);
    return setService(cx, input);
  },
};

function perform(cx: StaffCx, { operation, input, amount }: ApprovalRow): Promise<unknown> {
  // The entry point validated the input when the approval was requested, and a check constraint allows no other operation.
  const act = APPROVED_OPERATIONS[operation as ApprovedOperation] as (
    cx: StaffCx,
    input: unknown,
    amount: Cents,
  ) => Promise<unknown>;
  return act(cx, input, amount);
}

/** The end of a service may be nearer than at the request, or other money may have arrived. */
function refuseMore(currentAmount: Cents, approvedAmount: Cents): void {
  if (currentAmount > approvedAmount)
    throw new Failure('wrong_state', {
      message: 'The change is now worth more than the requested amount. Request approval again.',
    });
}

/** Refuses an approval. The requester may refuse it, too. */
export async function refuseApproval(
  cx: StaffCx,
  { approval, reason }: StaffInput<'refuseApproval'>,
): Promise<StaffReply<'refuseApproval'>> {
  return decide(cx, await lockPendingApproval(cx, approval), 'refused', reason);
}

/** Time in milliseconds in which another person can decide. */
const OPEN_MS = days(7);

interface ApprovalAmount {
  amount: Cents;
  accountId: number;
}

/** Returns the amount that an input would move or give, and the account. Throws the errors of the operation. */
const AMOUNT_OF_OPERATION: {
  [Name in ApprovedOperation]: (cx: StaffCx, input: StaffInput<Name>) => Promise<ApprovalAmount>;
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
export async function requestApproval<Name extends ApprovedOperation>(cx: StaffCx, operation: Name, input: StaffInput<Name>) {
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
async function sumStaffSpending({ db }: StaffCx, staffId: number, since: Date): Promise<Cents> {
  const { rows } = await sql<{ sum: Cents }>`
    select coalesce(round(sum((details ->> case when action in ('assignBank', 'confirmPayment') then 'above' else 'amount' end)::numeric) * 100), 0)::bigint as sum
    from audit_log where actor_kind = 'staff' and actor_id = ${staffId} and at > ${since} and action = any(${Object.keys(AMOUNT_OF_OPERATION)}::text[])`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}

/** Locks and returns a pending approval. Throws `not_found`, and `wrong_state` if the approval was already decided or has expired. */
async function lockPendingApproval(cx: StaffCx, id: number): Promise<ApprovalRow> {
  const row = await cx.db.selectFrom('staff_approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Approval ${id} does not exist.` });
  if (row.outcome !== null) throw new Failure('wrong_state', { message: `Approval ${id} was already ${row.outcome}.` });
  if (row.expires_at <= cx.clock.now())
    throw new Failure('wrong_state', { message: `Approval ${id} has expired. Request approval again.` });
  return row;
}

/** Records a decision and its audit line. Returns the approval. */
export async function decide(cx: StaffCx, row: ApprovalRow, outcome: 'approved' | 'refused', reason: string | null) {
  const { actor } = cx;
  const now = cx.clock.now();
  const decision = {
    outcome,
    reason,
    decided_at: now,
    decided_name: actor.name,
    decided_by: actor.kind === 'staff' ? actor.id : null,
  };
  await cx.db.updateTable('staff_approvals').set(decision).where('id', '=', row.id).execute();
  const { operation, requested_by } = row;
  const action = outcome === 'approved' ? 'approveApproval' : 'refuseApproval';
  await audit(
    cx,
    action,
    { kind: 'approval', id: row.id, accountId: null },
    { operation, requested_by, ...(reason !== null && { reason }) },
  );
  return loadApproval(cx.db, row.id, now);
}

type ApprovalRow = Selectable<Database['staff_approvals']>;

type Shown = StaffReply<'approveApproval'>;

/** Selects approvals with the name of the requester. */
function approvalsQuery(db: Kysely<Database>) {
  return db.selectFrom('staff_approvals as p').innerJoin('staff as s', 's.id', 'p.requested_by').selectAll('p').select('s.name');
}

/** Returns an approval as shown to the operator. Times are `Date` objects. */
function approvalView(row: ApprovalRow & { name: string }, now: Date) {
  const state: Shown['state'] = row.outcome ?? (row.expires_at <= now ? 'expired' : 'waiting');
  return {
    id: row.id,
    // Check constraints allow no other operations, and the input is the object that was validated.
    operation: row.operation as ApprovedOperation,
    input: row.input as Record<string, unknown>,
    amount: formatDecimal(row.amount),
    account: row.account_id,
    requested_by: row.name,
    requested_at: row.requested_at,
    expires_at: row.expires_at,
    state,
    decided_by: row.decided_name,
    decided_at: row.decided_at,
    reason: row.reason,
  };
}

async function loadApproval(db: Kysely<Database>, id: number, now: Date) {
  return approvalView(await approvalsQuery(db).where('p.id', '=', id).executeTakeFirstOrThrow(), now);
}
