/** Deletes account exports after their retention time, and files of interrupted exports. */
import { claimedExportKeys, expireExports, purgeExports } from '@innkeeper/db/tables/account-exports';
import type { ExportsContext } from '../job.ts';
import { UNFINISHED_MS } from './write.ts';

const AT_A_TIME = 1_000;

/** Deletes expired exports and unclaimed files. Returns how many files were removed. */
export async function purgeAccountExports({ db, clock, settings, exports, stopping }: ExportsContext): Promise<number> {
  const now = clock.now();
  await expireExports(db, now);
  const old = (await exports.files.list()).filter(({ modifiedAt }) => modifiedAt.getTime() < now.getTime() - UNFINISHED_MS);
  let removed = 0;
  for (let i = 0; i < old.length && !stopping?.aborted; i += AT_A_TIME) {
    const some = old.slice(i, i + AT_A_TIME);
    const claimed = await claimedExportKeys(
      db,
      some.flatMap(({ key }) => key ?? []),
    );
    const names = some.filter(({ key }) => key === null || !claimed.has(key)).map(({ name }) => name);
    await exports.files.remove(names);
    removed += names.length;
  }
  // Rows stay longer than files, because they count towards the daily limit of exports.
  await purgeExports(db, new Date(now.getTime() - settings.retention.accountExportsMs));
  return removed;
}
