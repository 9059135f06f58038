import type { AccountExport } from '@innkeeper/db/tables/account-exports';
import type { Cx } from '@innkeeper/domain/context';

/** The row that the path names. */
export async function getAccountExport(_cx: Cx, { accountExport }: { accountExport: AccountExport }): Promise<AccountExport> {
  return accountExport;
}
