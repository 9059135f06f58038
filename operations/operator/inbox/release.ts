import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { receivedMailView } from './view.ts';

/**
 * Requeues a processed mail, such as a held one, and treats it as sent by a person. Throws `not_found`. Throws `wrong_state` for a mail
 * that is not processed yet, is in a ticket, or has lost its file.
 */
export async function releaseInbox(
  cx: OperatorCx,
  { mail: id }: OperatorInput<'releaseInbox'>,
): Promise<OperatorResult<'releaseInbox'>> {
  const before = await cx.db.selectFrom('received_mails').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw new Failure('not_found', { message: `Mail ${id} does not exist.` });
  if (before.handled_at === null)
    throw new Failure('wrong_state', { message: 'This mail is not processed yet. Try again later.' });
  if (before.ticket_id !== null)
    throw new Failure('wrong_state', { message: `This mail is already in ticket ${before.ticket_id}.` });
  if (before.key === null) throw new Failure('wrong_state', { message: 'The file of this mail was deleted because of its age.' });
  const waiting = { handled_at: null, outcome: null, why: null, forced: true, begun_by: null, lost_attempts: 0 };
  const mail = await cx.db
    .updateTable('received_mails')
    .set(waiting)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const now = cx.clock.now();
  await resolveAlerts(cx.db, { kind: 'mail_loop', key: `sender:${before.from_address ?? 'nobody'}` }, now);
  if (before.why === 'flood') await resolveAlerts(cx.db, { kind: 'mail_loop', key: 'complaints' }, now);
  await resolveAlerts(cx.db, { kind: 'mail_unreadable', key: `received_mail:${id}` }, now);
  await audit(cx, 'releaseInbox', { kind: 'received_mail', id }, { outcome: before.outcome, why: before.why });
  return receivedMailView(mail);
}
