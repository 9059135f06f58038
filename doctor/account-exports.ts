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
      remedy: 'the API removes them within two hours: look into its log',
    },
    {
      name: 'account exports',
      which: rows.filter(({ key }) => !there.has(key)).map(({ id, account_id }) => `export ${id} of account ${account_id}`),
      what: 'have lost their files',
      remedy: 'their customers can ask for another; a backup of the home need not have the directory account-exports',
    },
  ];
}
