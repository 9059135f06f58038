/** The requester of an approval, and the mail that tells them of the decision. */
import { type ApprovalRow, approvalsQuery, type NamedApproval } from '@innkeeper/db/tables/named-approvals';
import type { MailedRequest } from '@innkeeper/model/mail/templates';
import { describeInput } from '@innkeeper/model/people/approved-input';
import type { OperatorActor, StaffActor } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';
import { amountOf } from './composer.ts';
import { queueMailToAddress } from './queue.ts';

/** Returns all that mails say of a request. */
export const mailedRequest = (cx: Pick<Cx, 'settings'>, row: NamedApproval) =>
  ({
    ...{ approval: row.id, operation: row.operation, account: row.account_id, requester: row.name },
    amount: row.amount === null ? null : amountOf(cx, row.amount),
    details: describeInput(row.input as object),
    ...{ customer: row.customer, email: row.email || null, about: row.about },
    given: reasonOf(row.input as object),
    until: row.expires_at.getTime(),
  }) satisfies MailedRequest;

const reasonOf = (input: object): string | null => ('reason' in input && typeof input.reason === 'string' ? input.reason : null);

/** Returns the address of the requester and their request, or `undefined` if the requester is disabled. */
export async function findRequester(
  cx: Pick<Cx, 'db' | 'settings'>,
  { id, requested_by }: ApprovalRow,
): Promise<{ address: string; request: MailedRequest } | undefined> {
  const requester = cx.db.selectFrom('staff').select('email').where('id', '=', requested_by).where('disabled_at', 'is', null);
  const person = await requester.executeTakeFirst();
  if (!person) return undefined;
  const row = await approvalsQuery(cx.db).where('p.id', '=', id).executeTakeFirstOrThrow();
  return { address: person.email, request: mailedRequest(cx, row) };
}

/** Queues the mail about a decision to the requester. Queues none if the requester decided, by a withdrawal. */
export async function mailDecision(
  cx: MutatingCx<OperatorActor | StaffActor>,
  approval: ApprovalRow,
  { outcome, reason }: { outcome: 'approved' | 'refused'; reason: string | null },
): Promise<void> {
  const { actor } = cx;
  if (actor.kind === 'staff' && actor.id === approval.requested_by) return;
  const requester = await findRequester(cx, approval);
  if (!requester) return;
  const { address, request } = requester;
  await queueMailToAddress(cx, {
    ...{ address, template: 'approval-decided', accountId: null, userId: null, dedupeKey: `approval-decided:${approval.id}` },
    data: { ...request, isApproved: outcome === 'approved', by: actor.name, reason },
  });
}
