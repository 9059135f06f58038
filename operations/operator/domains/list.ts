import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { domainsIn, viewOf } from './view.ts';

/** Lists domains by name, for one account or all accounts. */
export function listDomains(
  { db }: OperatorCx,
  { account, ...paging }: OperatorInput<'listDomains'>,
): Promise<OperatorResult<'listDomains'>> {
  const found = domainsIn(db).$if(account !== undefined, (query) => query.where('p.account_id', '=', account ?? 0));
  return listPage(found.orderBy('d.name').orderBy('d.id'), paging, viewOf);
}
