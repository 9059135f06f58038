import type { AccountExport } from '@innkeeper/db/tables/account-exports';
import type { Cx } from '@innkeeper/domain/context';

/** Returns the export that the path refers to. */
export async function getAccountExport(_cx: Cx, { accountExport }: { accountExport: AccountExport }): Promise<AccountExport> {
  return accountExport;
}
