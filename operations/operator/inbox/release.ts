import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { type ReceivedMail, requeueMail } from '@innkeeper/db/tables/received-mails';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { lockMails, resolveHeldAlerts } from './held.ts';

/**
 * Requeues a processed mail, or all mails that are held for a reason, and treats them as sent by a person. Throws `not_found`. Throws
 * `wrong_state` for a mail that is not processed yet, is in a ticket, or has lost its file.
 */
export async function releaseInbox(
  cx: OperatorCx,
  { mail }: OperatorInput<'releaseInbox'>,
): Promise<OperatorResult<'releaseInbox'>> {
  const { mails, remaining } = await lockMails(cx, mail);
  // Mails that have lost their files can only be dropped.
  const taken = typeof mail === 'number' ? mails : mails.filter(({ key }) => key !== null);
  for (const before of taken) {
    requireReleasable(before);
    await requeueMail(cx.db, before.id);
    await audit(cx, 'releaseInbox', { kind: 'received_mail', id: before.id }, { outcome: before.outcome, why: before.why });
  }
  await resolveHeldAlerts(cx, taken);
  return { mails: taken.map(({ id }) => id), outcome: 'waiting', remaining };
}

function requireReleasable({ handled_at, ticket_id, key }: ReceivedMail): void {
  if (handled_at === null) throw new Failure('wrong_state', { message: 'This mail is not processed yet. Try again later.' });
  if (ticket_id !== null) throw new Failure('wrong_state', { message: `This mail is already in ticket ${ticket_id}.` });
  if (key === null) throw new Failure('wrong_state', { message: 'The file of this mail was deleted because of its age.' });
}
