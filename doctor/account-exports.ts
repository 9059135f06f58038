/** Exports of accounts: files without a row that nothing has swept, and rows without their file. */
import { hours, systemClock } from '@innkeeper/model/clock';
import type { Suspicion, Target } from './target.ts';

/** The API sweeps what is older than an hour, each hour. */
const SWEPT_AFTER_MS = hours(4);

export async function lookAtAccountExports({ db, engine }: Target): Promise<Suspicion[]> {
  if (!engine.accountExports) return [];
  const files = await engine.accountExports.list();
  const rows = await db.selectFrom('account_exports').select(['id', 'account_id', 'key']).where('status', '=', 'ready').execute();
  const [claimed, there] = [new Set(rows.map(({ key }) => key)), new Set(files.map(({ key }) => key))];
  const before = systemClock.now().getTime() - SWEPT_AFTER_MS;
  const left = files.filter(({ key, modifiedAt }) => modifiedAt.getTime() < before && (key === null || !claimed.has(key)));
  return [
    {
      name: 'export files',
      which: left.map(({ name }) => name),
      what: 'belong to no export of an account',
      remedy: 'the API deletes them within two hours; if they remain, read the log of the API',
    },
    {
      name: 'account exports',
      which: rows.filter(({ key }) => !there.has(key)).map(({ id, account_id }) => `export ${id} of account ${account_id}`),
      what: 'have no files',
      remedy: 'customers can request new exports; the directory account-exports need not be in a backup of the home',
    },
  ];
}
