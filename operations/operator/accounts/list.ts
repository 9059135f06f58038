import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { ownerEmail } from '@innkeeper/db/tables/accounts';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { parseDecimal } from '@innkeeper/model/money';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { accountsQuery, accountView } from './find.ts';

/** Lists accounts, oldest first. */
export function listAccounts(cx: OperatorCx, input: OperatorInput<'listAccounts'>): Promise<OperatorResult<'listAccounts'>> {
  const { search, balance_below, balance_above, suspended } = input;
  let query = accountsQuery(cx.db).orderBy('a.id');
  if (search !== undefined)
    query = query.where(sql<boolean>`strpos(lower(${ownerEmail('a.id')} || ' ' || a.name), ${search.toLowerCase()}) > 0`);
  if (balance_below !== undefined) query = query.where('l.balance', '<', parseDecimal(balance_below));
  if (balance_above !== undefined) query = query.where('l.balance', '>', parseDecimal(balance_above));
  if (suspended) query = query.where('a.suspended_at', 'is not', null);
  return listPage(query, input, (row) => {
    const { suspend_reason: _shownByShow, ...listed } = accountView(row);
    return listed;
  });
}
