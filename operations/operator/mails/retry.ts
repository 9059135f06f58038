import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { retryMail as retry } from '@innkeeper/db/tables/mails';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { mailView } from './view.ts';

/**
 * Retries a failed mail soon, with as many attempts as a new mail. Throws `not_found`, and `wrong_state` for a mail that has not failed.
 */
export async function retryMail(cx: OperatorCx, { mail: id }: OperatorInput<'retryMail'>): Promise<OperatorResult<'retryMail'>> {
  const retried = await retry(cx.db, id, cx.clock.now());
  const mail = await cx.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) throw new Failure('not_found', { message: `Mail ${id} does not exist.` });
  if (!retried)
    throw new Failure('wrong_state', { message: `Mail ${id} has not failed: it is sent, or waits for its next attempt.` });
  await audit(cx, 'retryMail', null, { mail: id });
  return mailView(mail);
}
