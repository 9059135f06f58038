/**
 * Reads mails and checks their senders, each in a thread of its own: whoever can send mail can make a parser busy. What takes too long or too much
 * memory is ended, and is unreadable.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { MOST_MAIL_BYTES } from '@innkeeper/model/mail-in/mail';
import type { NameAnswers } from '@innkeeper/model/mail-in/sender';
import type { ParserResults, ParserTask } from './parser-task.ts';
import type { ReadMail } from './read-mime.ts';
import { hasCheckableSignature, MAX_HEADER_BYTES } from './signed-header.ts';
import type { CheckedSender, NamesNeeded } from './verify-sender.ts';

export type { CheckedSender, NamesNeeded, ReadMail };

/** Each throws `UnreadableMail`. */
export interface MailParser {
  read(raw: Uint8Array): Promise<ReadMail>;
  /** Returns the names that must be known to check the sender as of `at`. `null` if it can't be verified. */
  listNames(raw: Uint8Array, at: Date): Promise<NamesNeeded | null>;
  /** Checks the sender as of `at`. `null` if it can't be verified. */
  checkSender(raw: Uint8Array, at: Date, answers: NameAnswers): Promise<CheckedSender | null>;
}

/** To try again can't help. */
export class UnreadableMail extends Error {
  override readonly name = 'UnreadableMail';
}

export interface ParserLimits {
  timeoutMs?: number;
  /** Of objects. Bytes lie beside them: 800 MB for a mail of 30 MB of text, 110 MB for the check of its sender. A mail of 5,000 parts needed 60 MB. */
  memoryMb?: number;
}

/** 25 MB of base64 take 0.5 s of a core, and the slowest mail that was found 8 s. */
const TIMEOUT_MS = 30_000;
const MEMORY_MB = 256;

/** Reads the thread's code now, for a process that is about to lose its way to its own files. */
export function openMailParser({ timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB }: ParserLimits = {}): MailParser {
  const code = readFileSync(new URL('./parse-thread.cjs', import.meta.url), 'utf8');

  async function inThread<Kind extends ParserTask['kind']>(task: ParserTask & { kind: Kind }): Promise<ParserResults[Kind]> {
    const { raw } = task;
    if (raw.length > MOST_MAIL_BYTES) throw new UnreadableMail(`it has ${raw.length} bytes`);
    const worker = new Worker(code, {
      eval: true,
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      // What it prints is of no use to anybody.
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
      // A mail that nobody signed needs no thread.
      if (!hasCheckableSignature(raw)) return null;
      return inThread({ kind: 'names', raw: new Uint8Array(raw.subarray(0, MAX_HEADER_BYTES)), at });
    },
    checkSender: (raw, at, answers) => inThread({ kind: 'check', raw, at, answers }),
  };
}
