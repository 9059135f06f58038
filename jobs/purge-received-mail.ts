/** Raw mail that came for support is kept for a while, in case that what was made of it is doubted. */
import { claimedMailKeys, markFilesRemoved, outdatedFiles, purgeReceivedMails } from '@innkeeper/db/tables/received-mails';
import type { InboxContext } from './job.ts';
import { UNCLAIMED_MS } from './sweep-attachments.ts';

const AT_A_TIME = 1_000;

/** Removes files that are too old, and those that no row claims: what was interrupted when it came. Returns how many. */
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
