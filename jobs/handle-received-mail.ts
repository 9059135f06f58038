/**
 * Handles mail that came for support, each in a transaction of its own (domain/mail-in/handle.ts). By the API, whose user has no rights on the
 * host: a mail is the most hostile thing that is read here, and the files of tickets are the API's.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { forEachDue } from '@innkeeper/db/tables/due';
import { claimReceivedMail, type ReceivedMail, waitingMails } from '@innkeeper/db/tables/received-mails';
import { transact } from '@innkeeper/domain/context';
import { handleMail, holdUnreadable, type IncomingMail, refuseMail } from '@innkeeper/domain/mail-in/handle';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { type ReadMail, UnreadableMail } from '@innkeeper/engine/mail-in/parse';
import { Failure } from '@innkeeper/model/failures';
import type { InboxContext } from './job.ts';

const AT_A_TIME = 50;
/** An hour's trouble with the disk keeps no mail from its ticket for long. */
const LONGEST_PAUSE_MS = 10 * 60_000;

export async function handleReceivedMails(cx: InboxContext): Promise<number> {
  return forEachDue<ReceivedMail>(cx, {
    name: 'handle-received-mail',
    kind: 'received_mail',
    find: (except) => waitingMails(cx.db, except, AT_A_TIME),
    act: (received) => handleOne(cx, received),
    longestPauseMs: LONGEST_PAUSE_MS,
  });
}

async function handleOne(cx: InboxContext, { id, key }: ReceivedMail): Promise<boolean> {
  const raw = key === null ? undefined : await cx.inbox.files.read(key);
  const read = raw ? await readMail(cx, await buffer(raw)) : 'its file is gone';
  if (typeof read === 'string')
    return transact(cx, async (trx) => {
      const received = await claimReceivedMail(trx.db, id);
      if (received) await holdUnreadable(trx, received, read);
      return received !== undefined;
    });
  const files: UploadedFile[] = [];
  for (const file of read.files) files.push(await stored(cx, file));
  return settle(cx, id, { ...read, files });
}

/** What no row has claimed afterwards goes at once; after an error of the commit the sweep sees to it. */
async function settle(cx: InboxContext, id: number, mail: IncomingMail): Promise<boolean> {
  const outcome = await transact(cx, async (trx) => {
    const received = await claimReceivedMail(trx.db, id);
    return received && handleMail(trx, received, mail);
  }).catch(async (error: unknown) => {
    if (!(error instanceof Failure) || error.code === 'unavailable') throw error;
    return transact(cx, async (trx) => {
      const received = await claimReceivedMail(trx.db, id);
      return received && refuseMail(trx, received, mail, error);
    });
  });
  if (outcome !== 'reply' && outcome !== 'opened') await cx.attachments.remove(mail.files.map(({ key }) => key));
  return outcome !== undefined;
}

/** Or why it can't be read. */
async function readMail({ inbox }: InboxContext, raw: Buffer): Promise<ReadMail | string> {
  try {
    return await inbox.parser.read(raw);
  } catch (error) {
    if (error instanceof UnreadableMail) return error.message;
    throw error;
  }
}

async function stored({ attachments }: InboxContext, { name, type, content }: ReadMail['files'][number]): Promise<UploadedFile> {
  const file = await attachments.write(Readable.from([Buffer.from(content)]), new AbortController().signal);
  return { name, type, ...file };
}
