import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { markHandled } from '@innkeeper/db/tables/received-mails';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { lockMails, resolveHeldAlerts } from './held.ts';

/**
 * Ignores a held mail, or all mails that are held for a reason. Their reasons stay, and they can still be released. Throws `not_found`.
 * Throws `wrong_state` for a mail that is not held.
 */
export async function dropInbox(cx: OperatorCx, { mail }: OperatorInput<'dropInbox'>): Promise<OperatorResult<'dropInbox'>> {
  const { mails, remaining } = await lockMails(cx, mail);
  for (const { id, outcome, handled_at, why } of mails) {
    if (outcome !== 'held' || handled_at === null) throw new Failure('wrong_state', { message: `Mail ${id} is not held.` });
    await markHandled(cx.db, id, { handled_at, outcome: 'ignored' });
    await audit(cx, 'dropInbox', { kind: 'received_mail', id }, { why });
  }
  await resolveHeldAlerts(cx, mails);
  return { mails: mails.map(({ id }) => id), outcome: 'ignored', remaining };
}
