import { type AccountExport, pageOfExports } from '@innkeeper/db/tables/account-exports';
import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the account's exports, newest first. */
export function listAccountExports({ db, actor }: Cx<Customer>, query: PageQuery): Promise<Page<AccountExport>> {
  return pageOfExports(db, actor.accountId, query);
}
