import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { paymentsQuery, paymentView } from './view.ts';

/** Lists payments, newest first. Throws `not_found` for an unknown account. */
export async function listPayments(
  cx: OperatorCx,
  input: OperatorInput<'listPayments'>,
): Promise<OperatorResult<'listPayments'>> {
  let query = paymentsQuery(cx.db).orderBy('p.id', 'desc');
  if (input.account !== undefined) query = query.where('p.account_id', '=', await accountIdOf(cx.db, input.account));
  if (input.state !== undefined) query = query.where('p.state', '=', input.state);
  return listPage(query, input, paymentView);
}
