/** Files of tickets: those without a row that nothing has swept, and rows without their file. */
import { days, systemClock } from '@innkeeper/model/clock';
import type { Suspicion, Target } from './target.ts';

/** The API sweeps what is older than a day, each hour. */
const SWEPT_AFTER_MS = days(2);

export async function lookAtAttachments({ db, engine }: Target): Promise<Suspicion[]> {
  if (!engine.attachments) return [];
  const files = await engine.attachments.list();
  const rows = await db.selectFrom('ticket_attachments').select(['id', 'ticket_id', 'key']).orderBy('id').execute();
  const [claimed, there] = [new Set(rows.map(({ key }) => key)), new Set(files.map(({ key }) => key))];
  const before = systemClock.now().getTime() - SWEPT_AFTER_MS;
  const left = files.filter(({ key, modifiedAt }) => modifiedAt.getTime() < before && (key === null || !claimed.has(key)));
  return [
    {
      name: 'ticket files',
      which: left.map(({ name }) => name),
      what: 'belong to no ticket',
      remedy: 'the API deletes them within two days; if they remain, read the log of the API',
    },
    {
      name: 'ticket attachments',
      which: rows.filter(({ key }) => !there.has(key)).map(({ id, ticket_id }) => `attachment ${id} of ticket ${ticket_id}`),
      what: 'have no files',
      remedy: 'restore the directory attachments of the home from its backup, or ask the customers for the files',
    },
  ];
}
