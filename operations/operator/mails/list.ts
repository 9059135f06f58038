import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { mailView } from './view.ts';

/** Lists unsent, failed or all mails, newest first. */
export function listMails(cx: OperatorCx, input: OperatorInput<'listMails'>): Promise<OperatorResult<'listMails'>> {
  let query = cx.db.selectFrom('mails').selectAll().orderBy('id', 'desc');
  if (input.failed) query = query.where('failed_at', 'is not', null);
  else if (!input.all) query = query.where('sent_at', 'is', null);
  return listPage(query, input, mailView);
}
