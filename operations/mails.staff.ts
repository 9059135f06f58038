import { type Mail, retryMail as retry } from '@innkeeper/db/tables/mails';
import { audit } from '@innkeeper/domain/audit';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure } from '@innkeeper/model/failures';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists unsent, failed or all mails, newest first. */
export function listMails(cx: StaffCx, input: StaffInput<'listMails'>): Promise<StaffReply<'listMails'>> {
  let query = cx.db.selectFrom('mails').selectAll().orderBy('id', 'desc');
  if (input.failed) query = query.where('failed_at', 'is not', null);
  else if (!input.all) query = query.where('sent_at', 'is', null);
  return listPage(query, input, mailView);
}

/**
 * Retries a failed mail soon, with as many attempts as a new mail. Throws `not_found`, and `wrong_state` for a mail that has not failed.
 */
export async function retryMail(cx: StaffCx, { mail: id }: StaffInput<'retryMail'>): Promise<StaffReply<'retryMail'>> {
  const retried = await retry(cx.db, id, cx.clock.now());
  const mail = await cx.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) throw new Failure('not_found', { message: `Mail ${id} does not exist.` });
  if (!retried)
    throw new Failure('wrong_state', { message: `Mail ${id} has not failed: it is sent, or waits for its next attempt.` });
  await audit(cx, 'retryMail', null, { mail: id });
  return mailView(mail);
}

function mailView({ id, created_at, account_id, address, template, sent_at, failed_at, tries, next_try_at, error }: Mail) {
  const state: 'waiting' | 'sent' | 'failed' = sent_at ? 'sent' : failed_at ? 'failed' : 'waiting';
  const next = state === 'waiting' ? next_try_at : null;
  return { id, created_at, account: account_id, address, template, state, tries, next_try_at: next, error };
}
