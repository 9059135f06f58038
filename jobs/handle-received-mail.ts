/**
 * Handles mail that came for support, each in a transaction of its own (domain/mail-in/handle.ts). By the API, whose user has no rights on the
 * host: a mail is the most hostile thing that is read here, and the files of tickets are the API's.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { forEachDueBeside } from '@innkeeper/db/tables/due-beside';
import { claimReceivedMail, type ReceivedMail, waitingMails } from '@innkeeper/db/tables/received-mails';
import { scannerSettings } from '@innkeeper/db/tables/scanner';
import { transact } from '@innkeeper/domain/context';
import {
  bringsFiles,
  type Held,
  handleMail,
  holdMail,
  type IncomingMail,
  type InfectedFile,
  refuseMail,
} from '@innkeeper/domain/mail-in/handle';
import { accountOfSender } from '@innkeeper/domain/mail-in/known';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { KeyedMutex } from '@innkeeper/engine/keyed-mutex';
import { type ReadMail, UnreadableMail } from '@innkeeper/engine/mail-in/parse';
import { Failure } from '@innkeeper/model/failures';
import { hasScanner } from '@innkeeper/model/scanner';
import { DnsUnanswered, openSenderChecks, type SenderChecks } from './check-senders.ts';
import type { InboxContext } from './job.ts';
import { attempt, TooManyAttempts } from './mail-attempts.ts';
import { type MailScans, openMailScans, type Sender } from './mail-scans.ts';

const AT_A_TIME = 50;
/** An hour's trouble with the disk keeps no mail from its ticket for long. */
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * One after the other in their order, but for the time that DNS (check-senders.ts) and the virus scanner (mail-scans.ts) take: others are handled
 * meanwhile.
 */
export async function handleReceivedMails(cx: InboxContext): Promise<number> {
  const run: Run = { line: new KeyedMutex(), scans: openMailScans(cx), senders: openSenderChecks(cx) };
  return forEachDueBeside<ReceivedMail>(cx, {
    name: 'handle-received-mail',
    kind: 'received_mail',
    find: (except) => waitingMails(cx.db, except, AT_A_TIME),
    act: (received) => handleOne(cx, run, received),
    longestPauseMs: LONGEST_PAUSE_MS,
    // Whoever sends mail could otherwise cause as many alerts as he likes.
    toldElsewhere: (error) =>
      error instanceof DnsUnanswered || (error instanceof Failure && error.code === 'scanner_unavailable'),
  });
}

interface Run {
  /** Of what is done one after the other. */
  line: KeyedMutex;
  scans: MailScans;
  senders: SenderChecks;
}

async function handleOne(cx: InboxContext, run: Run, received: ReceivedMail): Promise<boolean> {
  try {
    return await handleInTurn(cx, run, received);
  } catch (error) {
    if (error instanceof TooManyAttempts) return hold(cx, received.id, { why: 'killed', reason: error.message });
    throw error;
  }
}

async function handleInTurn(cx: InboxContext, { line, scans, senders }: Run, unchecked: ReceivedMail): Promise<boolean> {
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => line.runExclusive('mails', act);
  const received = await senders.check(unchecked, inTurn);
  let mail: boolean | ToScan | undefined = await inTurn(() => handleUnlessScanned(cx, received));
  if (typeof mail === 'boolean') return mail;
  const { sender } = mail;
  if (!(await scans.take(sender, 0))) {
    // It is read again when it has its place, so that only what is scanned is held in memory.
    mail = undefined;
    await scans.take(sender);
  }
  try {
    mail ??= await inTurn(() => handleUnlessScanned(cx, received));
    if (typeof mail === 'boolean') return mail;
    const { read } = mail;
    const found = await scans.scan(sender, read.files);
    return await inTurn(() => settle(cx, received, read, found));
  } finally {
    scans.give(sender);
  }
}

/** A mail whose files are to be scanned first. */
interface ToScan {
  sender: Sender;
  read: ReadMail;
}

async function handleUnlessScanned(cx: InboxContext, received: ReceivedMail): Promise<boolean | ToScan> {
  if (cx.stopping?.aborted) return false;
  const { id } = received;
  const read = await attempt(cx, received, () => readMail(cx, received));
  if (typeof read === 'string') return hold(cx, id, { why: 'unreadable', reason: `it could not be read (${read})` });
  if (read.files.length === 0) return settle(cx, received, read, new Map());
  // Who is refused could have files scanned and stored without end.
  if (!(await takesItsFiles(cx, received, read))) return settle(cx, received, read, LEFT_ALONE);
  if (!hasScanner(await scannerSettings(cx.db))) return settle(cx, received, read, new Map());
  const accountId = await accountOfSender(cx, received, read.facts);
  return { sender: { accountId, address: read.facts.from }, read };
}

type MailFile = ReadMail['files'][number];

/** In place of what was found in the files: they are neither scanned nor stored, since the mail comes into no ticket. */
const LEFT_ALONE = 'left alone';

const leavingAlone = (read: ReadMail): IncomingMail => ({
  ...read,
  files: [],
  leftAlone: read.files.map(({ content }) => ({ bytes: content.length })),
});

/** It comes into a ticket after all, since something changed meanwhile: it is looked at again, with its files. */
class FilesLeftAlone extends Error {}

/** What `handleMail` says of a mail that comes into no ticket, and its sender is told. */
const isRefusal = (error: unknown): error is Failure => error instanceof Failure && error.code !== 'unavailable';

/** As things are; the transaction that writes asks again. */
function takesItsFiles(cx: InboxContext, received: ReceivedMail, read: ReadMail): Promise<boolean> {
  return transact(cx, (trx) => bringsFiles(trx, received, leavingAlone(read))).catch((error: unknown) => {
    if (isRefusal(error)) return false;
    throw error;
  });
}

function infectedOf({ name, content }: MailFile, found: string): InfectedFile {
  return { name, found, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/**
 * `found`: what the scanner calls infected files, by their places in the mail. What no row has claimed afterwards goes at once; after an error
 * of the commit the sweep sees to it. False: it was handled already, or is to be looked at again.
 */
async function settle(
  cx: InboxContext,
  waiting: ReceivedMail,
  read: ReadMail,
  found: ReadonlyMap<number, string> | typeof LEFT_ALONE,
): Promise<boolean> {
  const mail: IncomingMail =
    found === LEFT_ALONE
      ? leavingAlone(read)
      : { ...read, ...(await attempt(cx, waiting, () => storedUnlessInfected(cx, read, found))) };
  const outcome = await transact(cx, async (trx) => {
    const received = await claimReceivedMail(trx.db, waiting.id);
    const became = received && (await handleMail(trx, received, mail));
    if (found === LEFT_ALONE && takesFiles(became)) throw new FilesLeftAlone();
    return became;
  }).catch(async (error: unknown) => {
    if (error instanceof FilesLeftAlone) return undefined;
    if (!isRefusal(error)) throw error;
    return transact(cx, async (trx) => {
      const received = await claimReceivedMail(trx.db, waiting.id);
      return received && refuseMail(trx, received, mail, error);
    });
  });
  if (!takesFiles(outcome)) await cx.attachments.remove(mail.files.map(({ key }) => key));
  return outcome !== undefined;
}

const takesFiles = (outcome: ReceivedMail['outcome'] | undefined): boolean => outcome === 'reply' || outcome === 'opened';

async function storedUnlessInfected(cx: InboxContext, read: ReadMail, found: ReadonlyMap<number, string>) {
  const files: UploadedFile[] = [];
  const infected: InfectedFile[] = [];
  for (const [at, file] of read.files.entries()) {
    const virus = found.get(at);
    if (virus === undefined) files.push(await stored(cx, file));
    else infected.push(infectedOf(file, virus));
  }
  return { files, infected };
}

/** Has a person look at a mail. Returns whether it was not handled before. */
function hold(cx: InboxContext, id: number, held: Held): Promise<boolean> {
  return transact(cx, async (trx) => {
    const claimed = await claimReceivedMail(trx.db, id);
    if (claimed) await holdMail(trx, claimed, held);
    return claimed !== undefined;
  });
}

/** Or why it can't be read. */
async function readMail({ inbox }: InboxContext, { key }: ReceivedMail): Promise<ReadMail | string> {
  const raw = key === null ? undefined : await inbox.files.read(key);
  if (!raw) return 'its file is gone';
  try {
    return await inbox.parser.read(await buffer(raw));
  } catch (error) {
    if (error instanceof UnreadableMail) return error.message;
    throw error;
  }
}

async function stored({ attachments }: InboxContext, { name, type, content }: MailFile): Promise<UploadedFile> {
  const file = await attachments.write(Readable.from([Buffer.from(content)]), new AbortController().signal);
  return { name, type, ...file };
}
