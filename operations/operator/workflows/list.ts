import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { workflowView } from './view.ts';

/** Lists unfinished workflows, oldest first. Stuck workflows, which need a person, come first. */
export async function listWorkflows(
  cx: OperatorCx,
  input: OperatorInput<'listWorkflows'>,
): Promise<OperatorResult<'listWorkflows'>> {
  const { account, kind, stuck } = input;
  let query = cx.db
    .selectFrom('workflows')
    .selectAll()
    .where('finished_at', 'is', null)
    .orderBy((eb) => eb.case().when('state', '=', 'stuck').then(0).else(1).end())
    .orderBy('id');
  if (account !== undefined) query = query.where('account_id', '=', await accountIdOf(cx.db, account));
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (stuck) query = query.where('state', '=', 'stuck');
  return listPage(query, input, workflowView);
}
