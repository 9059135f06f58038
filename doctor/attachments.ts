/** Checks files of tickets: files without a row that were not swept, and rows without their file. */
import { days, systemClock } from '@innkeeper/model/time/clock';
import { type Finding, ifMissing, type Target } from './target.ts';

/** Minimum age of a suspicious file. Every hour the API sweeps files that are older than a day. */
const SWEPT_AFTER_MS = days(2);

export async function checkAttachments({ db, engine }: Target): Promise<Finding[]> {
  if (!engine.attachments) return [];
  // A new home has no directory until it is first used.
  const files = await engine.attachments.list().catch(ifMissing([]));
  const rows = await db.selectFrom('ticket_attachments').select(['id', 'ticket_id', 'key']).orderBy('id').execute();
  const [claimed, there] = [new Set(rows.map(({ key }) => key)), new Set(files.map(({ key }) => key))];
  const before = systemClock.now().getTime() - SWEPT_AFTER_MS;
  const orphaned = files.filter(({ key, modifiedAt }) => modifiedAt.getTime() < before && (key === null || !claimed.has(key)));
  return [
    {
      name: 'ticket files',
      items: orphaned.map(({ name }) => name),
      predicate: 'belong to no ticket',
      remedy: 'the API deletes them within two days; if they remain, read the log of the API',
    },
    {
      name: 'ticket attachments',
      items: rows.filter(({ key }) => !there.has(key)).map(({ id, ticket_id }) => `attachment ${id} of ticket ${ticket_id}`),
      predicate: 'have no files',
      remedy: 'restore the directory attachments of the home from its backup, or ask the customers for the files',
    },
  ];
}
