/**
 * Deletes raw support mail after its retention time, and the oldest beyond the maximum total size. The operator can check until then how a
 * mail was handled.
 */
import { claimedMailKeys, markFilesRemoved, outdatedFiles, purgeReceivedMails } from '@innkeeper/db/tables/received-mails';
import type { InboxContext } from './job.ts';
import { UNCLAIMED_MS } from './sweep-attachments.ts';

const AT_A_TIME = 1_000;

/** Removes old files, and files that no row claims because receiving was interrupted. Returns how many files. Also deletes old rows. */
export async function purgeReceivedMail({ db, clock, settings, inbox, stopping }: InboxContext): Promise<number> {
  const now = clock.now().getTime();
  const { receivedMailFilesMs, receivedMailFilesBytes, receivedMailsMs } = settings.retention;
  let removed = 0;
  while (!stopping?.aborted) {
    const old = await outdatedFiles(db, new Date(now - receivedMailFilesMs), receivedMailFilesBytes);
    if (old.length === 0) break;
    await inbox.files.remove(old.map(({ key }) => key));
    await markFilesRemoved(
      db,
      old.map(({ id }) => id),
    );
    removed += old.length;
  }
  const listed = (await inbox.files.list()).filter(({ modifiedAt }) => modifiedAt.getTime() < now - UNCLAIMED_MS);
  for (let i = 0; i < listed.length && !stopping?.aborted; i += AT_A_TIME) {
    const some = listed.slice(i, i + AT_A_TIME);
    const claimed = await claimedMailKeys(
      db,
      some.flatMap(({ key }) => key ?? []),
    );
    const names = some.filter(({ key }) => key === null || !claimed.has(key)).map(({ name }) => name);
    await inbox.files.remove(names);
    removed += names.length;
  }
  await purgeReceivedMails(db, new Date(now - receivedMailsMs));
  return removed;
}
