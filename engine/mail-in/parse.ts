/**
 * The MIME parser, in a thread for each mail: whoever can send mail can make a parser busy. What takes too long or too much memory is
 * ended, and is unreadable.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { MOST_MAIL_BYTES } from '@innkeeper/model/mail-in/mail';
import type { ReadMail } from './read-mime.ts';

export type { ReadMail };

export interface MailParser {
  /** Throws `UnreadableMail`. */
  read(raw: Uint8Array): Promise<ReadMail>;
}

/** To try again can't help. */
export class UnreadableMail extends Error {
  override readonly name = 'UnreadableMail';
}

export interface ParserLimits {
  timeoutMs?: number;
  /** Of objects. Bytes lie beside them: 800 MB for a mail of 30 MB of text. A mail of 5,000 parts needed 60 MB. */
  memoryMb?: number;
}

/** 25 MB of base64 take 0.5 s of a core, and the slowest mail that was found 5 s. */
const TIMEOUT_MS = 30_000;
const MEMORY_MB = 256;

/** Reads the thread's code now, for a process that is about to lose its way to its own files. */
export function openMailParser({ timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB }: ParserLimits = {}): MailParser {
  const code = readFileSync(new URL('./parse-thread.cjs', import.meta.url), 'utf8');

  async function read(raw: Uint8Array): Promise<ReadMail> {
    if (raw.length > MOST_MAIL_BYTES) throw new UnreadableMail(`it has ${raw.length} bytes`);
    const worker = new Worker(code, {
      eval: true,
      workerData: raw,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      // What it prints is of no use to anybody.
      stdout: true,
      stderr: true,
    });
    const timer = setTimeout(() => void worker.terminate(), timeoutMs);
    try {
      return await new Promise<ReadMail>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', (cause) => reject(new UnreadableMail(cause.message, { cause })));
        worker.once('exit', () => reject(new UnreadableMail('the parser was ended')));
      });
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  }

  return { read };
}
