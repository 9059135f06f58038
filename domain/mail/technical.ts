/** Queues technical mail to the members who run the servers of an account, and to its technical contact address. */
import { technicalAddressOf } from '@innkeeper/db/tables/mails';
import type { MailTemplate } from '@innkeeper/model/mail/templates';
import type { Role } from '@innkeeper/model/people/roles';
import type { Cx } from '../context.ts';
import { type NewMail, queueMail } from './queue.ts';
import { queueMailToUser } from './to-user.ts';

/** Readers of mails about ends and suspensions by staff. */
export const ENDS_ROLES: readonly Role[] = ['owner', 'technical', 'billing'];

const TECHNICAL: readonly Role[] = ['owner', 'technical'];

/** Queues a technical mail, by default to the technical roles. A recipient whose address is also the contact address gets one copy. */
export async function queueTechnicalMail<Name extends MailTemplate>(
  cx: Pick<Cx, 'db' | 'clock'>,
  mail: Omit<NewMail<Name>, 'roles'>,
  roles: readonly Role[] = TECHNICAL,
): Promise<void> {
  await queueMail(cx, { ...mail, roles });
  const to = await technicalAddressOf(cx.db, mail.accountId, roles);
  if (to) await queueMailToUser(cx, { id: null, ...to }, { ...mail, dedupeKey: `${mail.dedupeKey}:tech` });
}
