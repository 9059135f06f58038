import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { receivedMailView } from './view.ts';

/** Lists received mails, or only held ones, newest first. */
export function listInbox(cx: OperatorCx, input: OperatorInput<'listInbox'>): Promise<OperatorResult<'listInbox'>> {
  let query = cx.db.selectFrom('received_mails').selectAll().orderBy('id', 'desc');
  if (input.held) query = query.where('outcome', '=', 'held');
  return listPage(query, input, receivedMailView);
}
