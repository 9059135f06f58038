/** Technical mail: to who runs the servers of an account, and to the address that the account names for it. */
import { technicalAddressOf } from '@innkeeper/db/tables/mails';
import type { MailTemplate } from '@innkeeper/model/mail/templates';
import type { Role } from '@innkeeper/model/roles';
import type { Cx } from '../context.ts';
import { type NewMail, queueMail } from './queue.ts';
import { queueMailToUser } from './to-user.ts';

const TECHNICAL: readonly Role[] = ['owner', 'technical'];

/** A member who has that address reads it once. */
export async function queueTechnicalMail<Name extends MailTemplate>(
  cx: Pick<Cx, 'db' | 'clock'>,
  mail: Omit<NewMail<Name>, 'roles'>,
): Promise<void> {
  await queueMail(cx, { ...mail, roles: TECHNICAL });
  const to = await technicalAddressOf(cx.db, mail.accountId, TECHNICAL);
  if (to) await queueMailToUser(cx, { id: null, ...to }, { ...mail, once: `${mail.once}:tech` });
}
