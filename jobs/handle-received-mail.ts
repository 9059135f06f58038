/**
 * Handles received support mail, each mail in its own transaction (domain/mail-in/handle.ts). Runs in the API, whose user has no rights on
 * the host. Mail is the most hostile input, and the API owns the files of tickets.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { forEachDueConcurrently } from '@innkeeper/db/tables/due-concurrently';
import { claimReceivedMail, type ReceivedMail, waitingMails } from '@innkeeper/db/tables/received-mails';
import { scannerSettings } from '@innkeeper/db/tables/scanner';
import { transact } from '@innkeeper/domain/context';
import { accountOfSender } from '@innkeeper/domain/mail-in/destination-facts';
import {
  type HandlingFailure,
  handleMail,
  holdMail,
  type IncomingMail,
  type InfectedFile,
  needsFiles,
  refuseMail,
} from '@innkeeper/domain/mail-in/handle';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { KeyedMutex } from '@innkeeper/engine/keyed-mutex';
import { type ReadMail, UnreadableMail } from '@innkeeper/engine/mail-in/parse';
import { Failure } from '@innkeeper/model/failures';
import { hasScanner } from '@innkeeper/model/support/scanner';
import { DnsUnanswered, openSenderChecks, type SenderChecks } from './check-senders.ts';
import type { InboxContext } from './job.ts';
import { attempt, TooManyAttempts } from './mail-attempts.ts';
import { type MailScans, openMailScans, type Sender } from './mail-scans.ts';
import { readRawMail } from './raw-mail.ts';

const AT_A_TIME = 50;
/** Longest back-off in milliseconds, so that an hour of disk trouble does not delay mails for long. */
const MAX_BACKOFF_MS = 10 * 60_000;

/**
 * Handles mails in order, one at a time. Other mails are handled while one waits for DNS (check-senders.ts) or the virus scanner
 * (mail-scans.ts).
 */
export async function handleReceivedMails(cx: InboxContext): Promise<number> {
  const run: Run = { mutex: new KeyedMutex(), scans: openMailScans(cx), senders: openSenderChecks(cx) };
  return forEachDueConcurrently<ReceivedMail>(cx, {
    name: 'handle-received-mail',
    kind: 'received_mail',
    find: (except) => waitingMails(cx.db, except, AT_A_TIME),
    act: (received) => handleOne(cx, run, received),
    maxBackoffMs: MAX_BACKOFF_MS,
    // These failures have no alert per mail. Otherwise any sender could cause any number of alerts.
    isAlertedElsewhere: (error) =>
      error instanceof DnsUnanswered || (error instanceof Failure && error.code === 'scanner_unavailable'),
  });
}

interface Run {
  /** Serializes reading, checking and handling of mails. */
  mutex: KeyedMutex;
  scans: MailScans;
  senders: SenderChecks;
}

async function handleOne(cx: InboxContext, run: Run, received: ReceivedMail): Promise<boolean> {
  try {
    return await scanAndHandle(cx, run, received);
  } catch (error) {
    if (error instanceof TooManyAttempts) return holdForReview(cx, received.id, { why: 'killed', reason: error.message });
    throw error;
  }
}

async function scanAndHandle(cx: InboxContext, { mutex, scans, senders }: Run, unchecked: ReceivedMail): Promise<boolean> {
  const runExclusive = <T>(act: () => Promise<T>): Promise<T> => mutex.runExclusive('mails', act);
  const received = await senders.check(unchecked, runExclusive);
  let mail: boolean | ToScan | undefined = await runExclusive(() => handleUnlessScanned(cx, received));
  if (typeof mail === 'boolean') return mail;
  const { sender } = mail;
  if (!(await scans.take(sender, 0))) {
    // The mail is read again when it gets its slot, so that only mails being scanned are held in memory.
    mail = undefined;
    await scans.take(sender);
  }
  try {
    mail ??= await runExclusive(() => handleUnlessScanned(cx, received));
    if (typeof mail === 'boolean') return mail;
    const { read } = mail;
    const found = await scans.scan(sender, read.files);
    return await runExclusive(() => settle(cx, received, read, found));
  } finally {
    scans.give(sender);
  }
}

/** A mail whose files must be scanned first. */
interface ToScan {
  sender: Sender;
  read: ReadMail;
}

async function handleUnlessScanned(cx: InboxContext, received: ReceivedMail): Promise<boolean | ToScan> {
  if (cx.stopping?.aborted) return false;
  const { id } = received;
  const read = await attempt(cx, received, () => readMail(cx, received));
  if (typeof read === 'string') return holdForReview(cx, id, { why: 'unreadable', reason: `it could not be read (${read})` });
  if (read.files.length === 0) return settle(cx, received, read, new Map());
  // Files that no ticket takes are skipped. Otherwise refused senders could have files scanned and stored without limit.
  if (!(await wouldTicketTakeFiles(cx, received, read))) return settle(cx, received, read, FILES_SKIPPED);
  if (!hasScanner(await scannerSettings(cx.db))) return settle(cx, received, read, new Map());
  const accountId = await accountOfSender(cx, received, read.facts);
  return { sender: { accountId, address: read.facts.from }, read };
}

type MailFile = ReadMail['files'][number];

/** Replaces the scan results if the mail will not open or join a ticket. Its files are neither scanned nor stored. */
const FILES_SKIPPED = 'left alone';

const withoutFiles = (read: ReadMail): IncomingMail => ({
  ...read,
  files: [],
  skippedFiles: read.files.map(({ content }) => ({ bytes: content.length })),
});

/** Thrown if the mail opens or joins a ticket after all, because data has changed. The mail is then handled again, with its files. */
class FilesNeeded extends Error {}

/** Returns whether the error refuses the mail, so that it joins no ticket and its sender is notified. */
const isRefusal = (error: unknown): error is Failure => error instanceof Failure && error.code !== 'unavailable';

/** Returns whether a ticket would take the mail's files in the current state. The writing transaction checks again. */
function wouldTicketTakeFiles(cx: InboxContext, received: ReceivedMail, read: ReadMail): Promise<boolean> {
  return transact(cx, (trx) => needsFiles(trx, received, withoutFiles(read))).catch((error: unknown) => {
    if (isRefusal(error)) return false;
    throw error;
  });
}

function toInfectedFile({ name, content }: MailFile, found: string): InfectedFile {
  return { name, found, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/**
 * Handles the mail and its files. `found` contains the names of viruses by file index. Files that no row claims are removed immediately.
 * After a failed commit the sweep removes them. Returns false if the mail was already handled, or must be handled again.
 */
async function settle(
  cx: InboxContext,
  waiting: ReceivedMail,
  read: ReadMail,
  found: ReadonlyMap<number, string> | typeof FILES_SKIPPED,
): Promise<boolean> {
  const mail: IncomingMail =
    found === FILES_SKIPPED
      ? withoutFiles(read)
      : { ...read, ...(await attempt(cx, waiting, () => storeCleanFiles(cx, read, found))) };
  const outcome = await transact(cx, async (trx) => {
    const received = await claimReceivedMail(trx.db, waiting.id);
    const became = received && (await handleMail(trx, received, mail));
    if (found === FILES_SKIPPED && takesFiles(became)) throw new FilesNeeded();
    return became;
  }).catch(async (error: unknown) => {
    if (error instanceof FilesNeeded) return undefined;
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

async function storeCleanFiles(cx: InboxContext, read: ReadMail, found: ReadonlyMap<number, string>) {
  const files: UploadedFile[] = [];
  const infected: InfectedFile[] = [];
  for (const [at, file] of read.files.entries()) {
    const virus = found.get(at);
    if (virus === undefined) files.push(await storeFile(cx, file));
    else infected.push(toInfectedFile(file, virus));
  }
  return { files, infected };
}

/** Holds a mail for manual review. Returns false if the mail was already handled. */
function holdForReview(cx: InboxContext, id: number, reason: HandlingFailure): Promise<boolean> {
  return transact(cx, async (trx) => {
    const claimed = await claimReceivedMail(trx.db, id);
    if (claimed) await holdMail(trx, claimed, reason);
    return claimed !== undefined;
  });
}

/** Reads the mail, or returns the reason why it is unreadable. */
async function readMail(cx: InboxContext, received: ReceivedMail): Promise<ReadMail | string> {
  const raw = await readRawMail(cx, received);
  if (!raw) return 'its file is gone';
  try {
    return await cx.inbox.parser.read(raw);
  } catch (error) {
    if (error instanceof UnreadableMail) return error.message;
    throw error;
  }
}

async function storeFile({ attachments }: InboxContext, { name, type, content }: MailFile): Promise<UploadedFile> {
  const file = await attachments.write(
    Readable.from([Buffer.from(content.buffer, content.byteOffset, content.byteLength)]),
    new AbortController().signal,
  );
  return { name, type, ...file };
}
