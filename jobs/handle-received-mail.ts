/**
 * Handles mail that came for support, each in a transaction of its own (domain/mail-in/handle.ts). By the API, whose user has no rights on the
 * host: a mail is the most hostile thing that is read here, and the files of tickets are the API's.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { forEachDue } from '@innkeeper/db/tables/due';
import { claimReceivedMail, type ReceivedMail, waitingMails } from '@innkeeper/db/tables/received-mails';
import { transact } from '@innkeeper/domain/context';
import { handleMail, holdUnreadable, type IncomingMail, type InfectedFile, refuseMail } from '@innkeeper/domain/mail-in/handle';
import { scanFiles } from '@innkeeper/domain/scanner/scan';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { type ReadMail, UnreadableMail } from '@innkeeper/engine/mail-in/parse';
import type { Scanners } from '@innkeeper/engine/scanner/port';
import { Failure } from '@innkeeper/model/failures';
import { type Verdict, whoseTurn } from '@innkeeper/model/scanner';
import type { InboxContext } from './job.ts';

const AT_A_TIME = 50;
/** An hour's trouble with the disk keeps no mail from its ticket for long. */
const LONGEST_PAUSE_MS = 10 * 60_000;

export async function handleReceivedMails(cx: InboxContext): Promise<number> {
  const inbox = { ...cx.inbox, scanners: untilOneFails(cx.inbox.scanners) };
  return forEachDue<ReceivedMail>(cx, {
    name: 'handle-received-mail',
    kind: 'received_mail',
    find: (except) => waitingMails(cx.db, except, AT_A_TIME),
    act: (received) => handleOne({ ...cx, inbox }, received),
    longestPauseMs: LONGEST_PAUSE_MS,
    toldElsewhere: (error) => error instanceof Failure && error.code === 'scanner_unavailable',
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
  const open =
    ({ content }: MailFile) =>
    () =>
      Readable.from([Buffer.from(content.buffer, content.byteOffset, content.length)]);
  const by = { scanners: cx.inbox.scanners, whose: whoseTurn(null) };
  const found = new Map((await scanFiles(cx, by, read.files.map(open))).map(({ at, name }) => [at, name]));
  const files: UploadedFile[] = [];
  const infected: InfectedFile[] = [];
  for (const [at, file] of read.files.entries()) {
    const virus = found.get(at);
    if (virus === undefined) files.push(await stored(cx, file));
    else infected.push(infectedOf(file, virus));
  }
  return settle(cx, id, { ...read, files, infected });
}

/** Once it has said nothing of a file, no other waits for it in this run: mails without files go on. */
function untilOneFails(scanners: Scanners): Scanners {
  let failed: Verdict | undefined;
  return (place, whose) => {
    const { name, scan } = scanners(place, whose);
    return {
      name,
      async scan(content) {
        if (failed) content.destroy();
        const verdict = failed ?? (await scan(content));
        if (verdict.result === 'failed') failed = verdict;
        return verdict;
      },
    };
  };
}

type MailFile = ReadMail['files'][number];

function infectedOf({ name, content }: MailFile, found: string): InfectedFile {
  return { name, found, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
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

async function stored({ attachments }: InboxContext, { name, type, content }: MailFile): Promise<UploadedFile> {
  const file = await attachments.write(Readable.from([Buffer.from(content)]), new AbortController().signal);
  return { name, type, ...file };
}
