/** Checks exports of accounts: files without a row that were not swept, and rows without their file. */
import { hours, systemClock } from '@innkeeper/model/time/clock';
import { type Finding, ifMissing, type Target } from './target.ts';

/** Minimum age of a suspicious file. Every hour the API sweeps files that are older than an hour. */
const SWEPT_AFTER_MS = hours(4);

export async function checkAccountExports({ db, engine }: Target): Promise<Finding[]> {
  if (!engine.accountExports) return [];
  // A new home has no directory until it is first used.
  const files = await engine.accountExports.list().catch(ifMissing([]));
  const rows = await db.selectFrom('account_exports').select(['id', 'account_id', 'key']).where('status', '=', 'ready').execute();
  const [claimed, there] = [new Set(rows.map(({ key }) => key)), new Set(files.map(({ key }) => key))];
  const before = systemClock.now().getTime() - SWEPT_AFTER_MS;
  const orphaned = files.filter(({ key, modifiedAt }) => modifiedAt.getTime() < before && (key === null || !claimed.has(key)));
  return [
    {
      name: 'export files',
      items: orphaned.map(({ name }) => name),
      predicate: 'belong to no export of an account',
      remedy: 'the API deletes them within two hours; if they remain, read the log of the API',
    },
    {
      name: 'account exports',
      items: rows.filter(({ key }) => !there.has(key)).map(({ id, account_id }) => `export ${id} of account ${account_id}`),
      predicate: 'have no files',
      remedy: 'customers can request new exports; the directory account-exports need not be in a backup of the home',
    },
  ];
}
