/** The staff who may decide on an approval, and the mail that tells them of it. */
import type { Database } from '@innkeeper/db/schema';
import type { MailData } from '@innkeeper/model/mail/templates';
import type { StaffRole } from '@innkeeper/model/people/staff';
import type { Kysely } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { queueMailToAddress } from './queue.ts';

export interface Approver {
  id: number;
  email: string;
}

/** Lists the enabled staff with one of the roles, without the requester. */
export function findApprovers(db: Kysely<Database>, roles: readonly StaffRole[], requesterId: number): Promise<Approver[]> {
  return db
    .selectFrom('staff')
    .select(['id', 'email'])
    .where('role', 'in', roles)
    .where('disabled_at', 'is', null)
    .where('id', '<>', requesterId)
    .orderBy('id')
    .execute();
}

/** Queues the mail about an approval to each person, once. */
export async function mailApprovers(
  cx: MutatingCx,
  approvers: readonly Approver[],
  data: MailData['approval-waiting'],
): Promise<void> {
  for (const { id, email } of approvers)
    await queueMailToAddress(cx, {
      ...{ address: email, template: 'approval-waiting', data, accountId: null, userId: null },
      dedupeKey: `approval:${data.approval}:${id}`,
    });
}
