import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { isoView } from './view.ts';

/** Lists the operator's ISO files, or those of an account, newest first. */
export async function listAllIsos(cx: OperatorCx, input: OperatorInput<'listAllIsos'>): Promise<OperatorResult<'listAllIsos'>> {
  const all = cx.db.selectFrom('isos').selectAll().orderBy('id', 'desc');
  const { account } = input;
  const query =
    account === undefined ? all.where('account_id', 'is', null) : all.where('account_id', '=', await accountIdOf(cx.db, account));
  return listPage(query, input, isoView);
}
