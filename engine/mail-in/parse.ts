/**
 * Reads mails and checks their senders, each in its own thread, because anyone who can send mail can make a parser slow. A thread that
 * exceeds its time or memory is ended, and the mail counts as unreadable.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { MAX_MAIL_BYTES } from '@innkeeper/model/mail-in/mail';
import type { ParserResults, ParserTask } from './parser-task.ts';
import type { ReadMail } from './read-mime.ts';
import { hasCheckableSignature, MAX_HEADER_BYTES } from './signed-header.ts';
import { toTransferable } from './transferable.ts';
import type { CheckedSender, NamesNeeded, SenderFacts } from './verify-sender.ts';

export type { CheckedSender, NamesNeeded, ReadMail };

/** The parser. Each method throws `UnreadableMail`. `read` and `checkSender` take `raw` over: the caller must not use it afterwards. */
export interface MailParser {
  read(raw: Uint8Array): Promise<ReadMail>;
  /** Returns the names needed to check the sender as of `at`, or `null` if the sender cannot be verified. */
  listNames(raw: Uint8Array, at: Date): Promise<NamesNeeded | null>;
  /** Checks the sender as of `at`. Returns `null` if the sender cannot be verified. */
  checkSender(raw: Uint8Array, at: Date, facts: SenderFacts): Promise<CheckedSender | null>;
}

/** A mail that cannot be parsed. A retry cannot help. */
export class UnreadableMail extends Error {
  override readonly name = 'UnreadableMail';
}

export interface ParserLimits {
  timeoutMs?: number;
  /** Limit in MB for objects of a thread. Buffers come on top. */
  memoryMb?: number;
}

/** 25 MB of base64 take 0.5 s of a core. The slowest mail found took 8 s. */
const TIMEOUT_MS = 30_000;
/**
 * The API grows by at most 135 MB for the worst mails of lab/large-mails.ts. The mail itself is 30 MB. Objects, parts and the thread are the
 * rest. Limits of 48 and 8 MB gave 152 MB. Limits of 256 and 32 MB gave more than 360 MB.
 */
const MEMORY_MB = 40;
/** Limit in MB for objects that are new. */
const YOUNG_MB = 4;

/** Opens the parser. Reads the thread's code now, for a process that is about to lose access to its own files. */
export function openMailParser({ timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB }: ParserLimits = {}): MailParser {
  const code = readFileSync(new URL('./parse-thread.cjs', import.meta.url), 'utf8');
  // Such a flag of the process holds for each later thread too, and V8 then ignores the limit of the thread (apps/processes/node-flags.ts).
  setFlagsFromString('--max-semi-space-size=0');

  async function inThread<Kind extends ParserTask['kind']>(task: ParserTask & { kind: Kind }): Promise<ParserResults[Kind]> {
    const { raw } = task;
    if (raw.length > MAX_MAIL_BYTES) throw new UnreadableMail(`it has ${raw.length} bytes`);
    const worker = new Worker(code, {
      eval: true,
      workerData: task,
      transferList: task.kind === 'names' ? [] : toTransferable(raw),
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      // Discards the thread's output.
      stdout: true,
      stderr: true,
    });
    const timer = setTimeout(() => void worker.terminate(), timeoutMs);
    try {
      return await new Promise<ParserResults[Kind]>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', (cause) => reject(new UnreadableMail(cause.message, { cause })));
        worker.once('exit', () => reject(new UnreadableMail('the parser was ended')));
      });
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  }

  return {
    read: (raw) => inThread({ kind: 'read', raw }),
    async listNames(raw, at) {
      // An unsigned mail needs no thread.
      if (!hasCheckableSignature(raw)) return null;
      return inThread({ kind: 'names', raw: new Uint8Array(raw.subarray(0, MAX_HEADER_BYTES)), at });
    },
    checkSender: (raw, at, facts) => inThread({ kind: 'check', raw, at, facts }),
  };
}
