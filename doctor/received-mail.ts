/** Raw mail that came for support: files without a row that nothing has swept, and rows without their file. */
import { days, systemClock } from '@innkeeper/model/clock';
import type { Suspicion, Target } from './target.ts';

/** The API sweeps what is older than a day, each hour. */
const SWEPT_AFTER_MS = days(2);

export async function lookAtReceivedMail({ db, engine }: Target): Promise<Suspicion[]> {
  if (!engine.receivedMail) return [];
  const files = await engine.receivedMail.list();
  const rows = await db.selectFrom('received_mails').select(['id', 'key']).where('key', 'is not', null).orderBy('id').execute();
  const [claimed, there] = [new Set(rows.map(({ key }) => key)), new Set(files.map(({ key }) => key))];
  const before = systemClock.now().getTime() - SWEPT_AFTER_MS;
  const left = files.filter(({ key, modifiedAt }) => modifiedAt.getTime() < before && (key === null || !claimed.has(key)));
  return [
    {
      name: 'received files',
      which: left.map(({ name }) => name),
      what: 'belong to no mail',
      remedy: 'the API deletes them within two days; if they remain, read the log of the API',
    },
    {
      name: 'received mail',
      which: rows.filter(({ key }) => !there.has(key)).map(({ id }) => `mail ${id}`),
      what: 'have no files',
      remedy: 'restore the directory received-mail of the home from its backup; handled mail is also in its ticket',
    },
  ];
}
