/** The requester of an approval, and the mail that tells them of the decision. */
import type { Database } from '@innkeeper/db/schema';
import type { OwnRequest } from '@innkeeper/model/mail/templates';
import { describeInput } from '@innkeeper/model/people/approved-input';
import type { Selectable } from 'kysely';
import type { OperatorActor, StaffActor } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';
import { amountOf } from './composer.ts';
import { queueMailToAddress } from './queue.ts';

type Approval = Selectable<Database['staff_approvals']>;

/** Returns the address of the requester and their request, or `undefined` if the requester is disabled. */
export async function findRequester(
  cx: Pick<Cx, 'db' | 'settings'>,
  { id, operation, requested_by, amount, account_id: account, input }: Approval,
): Promise<{ address: string; request: OwnRequest } | undefined> {
  const requester = cx.db.selectFrom('staff').select('email').where('id', '=', requested_by).where('disabled_at', 'is', null);
  const person = await requester.executeTakeFirst();
  const sum = amount === null ? null : amountOf(cx, amount);
  const request = { approval: id, operation, amount: sum, account, details: describeInput(input as object) };
  return person && { address: person.email, request };
}

/** Queues the mail about a decision to the requester. Queues none if the requester decided, by a withdrawal. */
export async function mailDecision(
  cx: MutatingCx<OperatorActor | StaffActor>,
  approval: Approval,
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
