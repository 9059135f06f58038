import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { lineView } from './view.ts';

/** Lists the credits without a payment, oldest first. */
export function listBank(cx: OperatorCx, input: OperatorInput<'listBank'>): Promise<OperatorResult<'listBank'>> {
  const lines = cx.db.selectFrom('bank_statement_lines').selectAll().where('payment_id', 'is', null).orderBy('id');
  return listPage(lines, input, lineView);
}
