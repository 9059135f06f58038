import { claimedKeys } from '@innkeeper/db/tables/tickets';
import { days } from '@innkeeper/model/time/clock';
import type { AttachmentsContext } from './job.ts';

/** Age in milliseconds after which a file without a row is abandoned. The request that uploaded it ended long before. */
export const UNCLAIMED_MS = days(1);
const AT_A_TIME = 1_000;

/** Removes files of tickets that no row claims, left by interrupted requests. Returns how many. */
export async function sweepAttachments({ db, clock, attachments, stopping }: AttachmentsContext): Promise<number> {
  const before = clock.now().getTime() - UNCLAIMED_MS;
  const old = (await attachments.list()).filter(({ modifiedAt }) => modifiedAt.getTime() < before);
  let swept = 0;
  for (let i = 0; i < old.length && !stopping?.aborted; i += AT_A_TIME) {
    const some = old.slice(i, i + AT_A_TIME);
    const claimed = await claimedKeys(
      db,
      some.flatMap(({ key }) => key ?? []),
    );
    const names = some.filter(({ key }) => key === null || !claimed.has(key)).map(({ name }) => name);
    await attachments.remove(names);
    swept += names.length;
  }
  return swept;
}
