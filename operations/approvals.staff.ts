/** Four-eyes principle: an operation that a person may not do alone waits until another person approves it. */

import type { ApprovalOf, ApprovedOperation } from '@innkeeper/contract/operator/all';
import { type ApprovalRow, approvalsQuery, type NamedApproval } from '@innkeeper/db/tables/named-approvals';
import type { StaffActor } from '@innkeeper/domain/actor';
import { storeExpiryMail } from '@innkeeper/domain/approvals/expiry';
import { findConcerned, voidApprovals } from '@innkeeper/domain/approvals/void';
import { closeWaitingAlert } from '@innkeeper/domain/approvals/waiting';
import { audit } from '@innkeeper/domain/audit';
import { findApprovers, mailApprovers } from '@innkeeper/domain/mail/to-approvers';
import { mailDecision, mailedRequest } from '@innkeeper/domain/mail/to-requester';
import { isBorrowedToken } from '@innkeeper/domain/staff/borrowed-token';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { sumStaffSpending } from '@innkeeper/domain/staff/spending';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { ABOVE_LIMIT, type NeededApproval, REMOVAL, type StaffRole } from '@innkeeper/model/people/staff';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { chargeAccount, endAccountFor, fundAccount } from './accounts.staff.ts';
import { measureRequest, validateRequest } from './approvals/request.staff.ts';
import { assignBank } from './bank.staff.ts';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';
import { refundOrder } from './orders.staff.ts';
import { confirmPayment, refundPayment } from './payments.staff.ts';
import { failRefund } from './refunds.staff.ts';
import { endServiceFor, setService } from './services.staff.ts';

/** Lists pending approvals, or all, oldest first. A member of the staff sees those that their role may decide, and their own requests. */
export async function listApprovals(cx: StaffCx, input: StaffInput<'listApprovals'>): Promise<StaffReply<'listApprovals'>> {
  const { actor, clock, db } = cx;
  let query = approvalsQuery(db).orderBy('p.id');
  if (!input.all) query = query.where('p.outcome', 'is', null).where('p.expires_at', '>', clock.now());
  if (actor.kind === 'staff') {
    const decided = Object.keys(APPROVED_OPERATIONS).filter((name) => isApprover(actor, name));
    query = query.where((eb) =>
      eb.or([eb('p.requested_by', '=', actor.id), eb('p.operation', '=', sql<ApprovedOperation>`any(${decided}::text[])`)]),
    );
  }
  return listPage(query, input, await viewForCaller(cx));
}

/**
 * Returns an approval, also a decided one. Throws `not_found`, and `insufficient_role` for a person whose role may not decide and who did not
 * request it.
 */
export async function showApproval(
  cx: StaffCx,
  { approval: id }: StaffInput<'showApproval'>,
): Promise<StaffReply<'showApproval'>> {
  const row = await approvalsQuery(cx.db).where('p.id', '=', id).executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Approval ${id} does not exist.` });
  refuseUninvolved(cx, row);
  return (await viewForCaller(cx))(row);
}

/** Returns the function that presents approvals to the caller, whose token may be one that cannot decide. */
async function viewForCaller(cx: StaffCx): Promise<(row: NamedApproval) => Shown> {
  const { actor } = cx;
  const isBorrowed = actor.kind === 'staff' && (await isBorrowedToken(cx, actor));
  return (row) => {
    const view = approvalView(cx, row);
    return { ...view, may_decide: view.may_decide && !isBorrowed };
  };
}

/**
 * Performs the requested operation, once and in this transaction. If the operation is refused, the approval stays pending. Other requests of
 * the account, and for the same credit, that cannot be carried out after it are closed as void.
 *
 * Throws `insufficient_role` for a person whose role may not decide. Throws `wrong_state` for the requester, and for a token that another staff
 * member created. Throws `wrong_state` also if the requester is disabled, and if the operation is now worth more.
 */
export async function approveApproval(
  cx: StaffCx,
  { approval: id }: StaffInput<'approveApproval'>,
): Promise<StaffReply<'approveApproval'>> {
  const row = await lockPendingApproval(cx, id);
  const { actor, db } = cx;
  if (actor.kind === 'staff' && actor.id === row.requested_by)
    throw new Failure('wrong_state', { message: 'You cannot approve your own request. Ask another person.' });
  await refuseBorrowedToken(cx);
  const requester = await db
    .selectFrom('staff')
    .select(['name', 'disabled_at'])
    .where('id', '=', row.requested_by)
    .executeTakeFirstOrThrow();
  if (requester.disabled_at)
    throw new Failure('wrong_state', { message: `${requester.name}, who requested this, is disabled. Make a new request.` });
  await perform(cx, row);
  const decided = await decide(cx, row, 'approved', null);
  await voidApprovalsAfter(cx, row.input as object);
  return decided;
}

/** Closes requests that cannot be carried out after an operation with this input. A dry run changes nothing. */
export async function voidApprovalsAfter(cx: StaffCx, input: object): Promise<void> {
  const concerned = isDryRun(input) ? undefined : await findConcerned(cx.db, input);
  if (concerned) await voidApprovals(cx, concerned, validateRequest);
}

/** Throws `wrong_state` for a token that another staff member created. */
async function refuseBorrowedToken(cx: StaffCx): Promise<void> {
  if (cx.actor.kind !== 'staff' || !(await isBorrowedToken(cx, cx.actor))) return;
  throw new Failure('wrong_state', {
    message: 'Another person created this token. Sign in, or use a token that you or the host created.',
  });
}

/** The second person of each operation, as its entry says. */
const NEEDED_APPROVALS: { readonly [Name in ApprovedOperation]: ApprovalOf<Name> } = {
  assignBank: ABOVE_LIMIT,
  chargeAccount: ABOVE_LIMIT,
  confirmPayment: ABOVE_LIMIT,
  endAccount: REMOVAL,
  endService: REMOVAL,
  failRefund: ABOVE_LIMIT,
  fundAccount: ABOVE_LIMIT,
  refundOrder: ABOVE_LIMIT,
  refundPayment: ABOVE_LIMIT,
  setService: ABOVE_LIMIT,
};

const approvalOf = (operation: ApprovedOperation): NeededApproval => NEEDED_APPROVALS[operation];

/** Lists the roles that may decide. Only operations with such an entry are requested. */
const approversOf = (operation: string): readonly StaffRole[] => [
  ...approvalOf(operation as ApprovedOperation).decidedBy,
  'owner',
];

type Perform<Name extends ApprovedOperation> = (cx: StaffCx, input: StaffInput<Name>, requestedBy: number) => Promise<unknown>;

const APPROVED_OPERATIONS: { [Name in ApprovedOperation]: Perform<Name> } = {
  assignBank,
  chargeAccount,
  confirmPayment,
  endAccount: endAccountFor,
  endService: endServiceFor,
  failRefund,
  fundAccount,
  refundOrder,
  refundPayment,
  setService,
};

async function perform(cx: StaffCx, row: ApprovalRow): Promise<void> {
  const { operation, input, amount, requested_by } = row;
  // Operations without an amount lock the account before its services, and validate by themselves.
  if (amount !== null) await validateRequest(cx, row);
  // The entry point validated the input when the approval was requested, and only these operations are requested.
  const act = APPROVED_OPERATIONS[operation as ApprovedOperation] as (
    cx: StaffCx,
    input: unknown,
    requestedBy: number,
  ) => Promise<unknown>;
  await act(cx, input, requested_by);
}

/** Refuses an approval. The requester may refuse it, too. Throws `insufficient_role` for a person whose role may not decide. */
export async function refuseApproval(
  cx: StaffCx,
  { approval, reason }: StaffInput<'refuseApproval'>,
): Promise<StaffReply<'refuseApproval'>> {
  return decide(cx, await lockPendingApproval(cx, approval), 'refused', reason);
}

/** Time in milliseconds in which another person can decide. */
const OPEN_MS = days(7);

/**
 * Creates the approval that an operation has to wait for. Returns `undefined` if the person may perform it alone.
 *
 * A person may act alone while their credits, refunds and gifts of 24 hours stay within the limit. Confirmed or assigned money counts only
 * above the requested payment. A refund to another account than that of the statement always needs a second person. Users of the command line on the host need no approval, and a dry run neither. The other persons who may
 * decide get a mail. A request that waits already is returned. Throws `wrong_state` if nobody else may decide.
 */
export async function requestApproval<Name extends ApprovedOperation>(cx: StaffCx, operation: Name, input: StaffInput<Name>) {
  const { actor, db } = cx;
  if (actor.kind !== 'staff' || isDryRun(input)) return undefined;
  const now = cx.clock.now();
  // Lock the person, so that concurrent requests are counted together. Every request locks the person before anything else.
  const person = db.selectFrom('staff').select('email').where('id', '=', actor.id).forUpdate();
  const { email } = await person.executeTakeFirstOrThrow();
  const { amount, accountId, isRedirected = false } = await measureRequest(cx, operation, input);
  const mayActAlone = approvalOf(operation).when === 'above-limit' && !isRedirected;
  if (mayActAlone && (await isWithinLimit(cx, actor.id, amount ?? 0n))) return undefined;
  const approvers = await findApprovers(db, approversOf(operation), actor.id);
  if (approvers.length === 0)
    throw new Failure('wrong_state', { message: 'Nobody else may approve this. Run the command at the host.' });
  // An email address may belong to another account when the request is decided.
  const stored = 'account' in input ? { ...input, account: String(accountId) } : input;
  const waiting = await findSameRequest(cx, { operation, input: stored, requestedBy: actor.id });
  if (waiting !== undefined) return loadApproval(cx, waiting);
  const row = {
    operation,
    input: JSON.stringify(stored),
    amount,
    account_id: accountId,
    requested_by: actor.id,
    requested_at: now,
    expires_at: new Date(now.getTime() + OPEN_MS),
  };
  const { id } = await db.insertInto('staff_approvals').values(row).returning('id').executeTakeFirstOrThrow();
  const sum = amount === null ? null : formatDecimal(amount);
  await audit(
    cx,
    'requestApproval',
    { kind: 'approval', id, accountId: null },
    { operation, ...(sum !== null && { amount: sum }) },
  );
  const named = await approvalsQuery(db).where('p.id', '=', id).executeTakeFirstOrThrow();
  const mailed = mailedRequest(cx, named);
  await storeExpiryMail(db, email, mailed);
  const { given: reason, ...request } = mailed;
  await mailApprovers(cx, approvers, { ...request, reason });
  return approvalView(cx, named);
}

/** Finds the approval that waits for the same request of the same person. A repeated command names it, and mails nobody again. */
async function findSameRequest(
  { db, clock }: StaffCx,
  { operation, input, requestedBy }: { operation: ApprovedOperation; input: object; requestedBy: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from staff_approvals
    where requested_by = ${requestedBy} and operation = ${operation} and outcome is null and expires_at > ${clock.now()}
      and input = ${JSON.stringify(input)}::jsonb
    order by id limit 1`.execute(db);
  return rows[0]?.id;
}

const isDryRun = (input: object): boolean => 'dry_run' in input && input.dry_run === true;

/** Returns whether the person may move the amount alone. */
async function isWithinLimit(cx: StaffCx, staffId: number, amount: Cents): Promise<boolean> {
  if (amount === 0n) return true;
  const since = new Date(cx.clock.now().getTime() - days(1));
  const moved = await sumStaffSpending(cx, { staffId, since, operations: Object.keys(APPROVED_OPERATIONS) });
  return moved + amount <= cx.settings.staffDailyLimit;
}

/**
 * Locks and returns a pending approval. Throws `insufficient_role` for a person whose role may not decide and who did not request it. Throws
 * `not_found`, and `wrong_state` if the approval was already decided or has expired.
 */
async function lockPendingApproval(cx: StaffCx, id: number): Promise<ApprovalRow> {
  const row = await cx.db.selectFrom('staff_approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Approval ${id} does not exist.` });
  refuseUninvolved(cx, row);
  if (row.outcome !== null) throw new Failure('wrong_state', { message: `Approval ${id} was already ${row.outcome}.` });
  if (row.expires_at <= cx.clock.now())
    throw new Failure('wrong_state', { message: `Approval ${id} has expired. Request approval again.` });
  return row;
}

function refuseUninvolved({ actor }: StaffCx, { id, requested_by, operation }: ApprovalRow): void {
  if (actor.kind !== 'staff' || actor.id === requested_by || isApprover(actor, operation)) return;
  throw new Failure('insufficient_role', {
    message: `Your role may not decide on approval ${id}. It needs one of these roles: ${approversOf(operation).join(', ')}.`,
  });
}

/** Records a decision and its audit line, and mails it to the requester. Returns the approval. */
export async function decide(cx: StaffCx, row: ApprovalRow, outcome: 'approved' | 'refused', reason: string | null) {
  const { actor } = cx;
  const now = cx.clock.now();
  const decision = {
    outcome,
    reason,
    decided_at: now,
    decided_name: actor.name,
    decided_by: actor.kind === 'staff' ? actor.id : null,
    expiry_mail: null,
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
  await closeWaitingAlert(cx.db, row.id, now);
  await mailDecision(cx, row, { outcome, reason });
  return loadApproval(cx, row.id);
}

const isApprover = ({ role }: StaffActor, operation: string): boolean => approversOf(operation).includes(role);

type Shown = StaffReply<'approveApproval'>;

/** Returns an approval as shown to the operator. Times are `Date` objects. */
function approvalView({ actor, clock }: StaffCx, row: NamedApproval) {
  const state: Shown['state'] = row.outcome ?? (row.expires_at <= clock.now() ? 'expired' : 'waiting');
  const isOther = actor.kind !== 'staff' || (actor.id !== row.requested_by && isApprover(actor, row.operation));
  return {
    id: row.id,
    // Only these operations are requested, and the input is the object that was validated.
    operation: row.operation as ApprovedOperation,
    input: row.input as Record<string, unknown>,
    amount: row.amount === null ? null : formatDecimal(row.amount),
    account: row.account_id,
    email: row.email || null,
    customer: row.customer,
    about: row.about,
    requested_by: row.name,
    requested_at: row.requested_at,
    expires_at: row.expires_at,
    state,
    decided_by: row.decided_name,
    decided_at: row.decided_at,
    reason: row.reason,
    approvers: [...approversOf(row.operation)],
    may_decide: state === 'waiting' && isOther,
  };
}

async function loadApproval(cx: StaffCx, id: number) {
  return approvalView(cx, await approvalsQuery(cx.db).where('p.id', '=', id).executeTakeFirstOrThrow());
}
