/**
 * The MIME parser, in a thread for each mail: whoever can send mail can make a parser busy. What takes too long or too much memory is
 * ended, and is unreadable.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type MailFacts, MOST_MAIL_BYTES, MOST_MAIL_FILE_BYTES, MOST_MAIL_FILES } from '@innkeeper/model/mail-in/mail';

export interface ReadMail {
  facts: MailFacts;
  /** As its sender's program wrote them; null: it has none. Neither is safe to show. */
  text: string | null;
  html: string | null;
  files: { name: string; type: string; content: Uint8Array }[];
  /** Files that were too large or too many. */
  leftOut: number;
  /** A mail server reports that a mail will never arrive. */
  failedForGood: boolean;
}

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
  /** Of objects; files lie beside them, and are no larger than the mail. A mail of 5,000 parts needed 60 MB. */
  memoryMb?: number;
  mostText?: number;
}

/** 25 MB of base64 take 2 s on a core that is shared by six. */
const TIMEOUT_MS = 30_000;
const MEMORY_MB = 256;
const MOST_TEXT = 1_000_000;

/** Reads the thread's code now, for a process that is about to lose its way to its own files. */
export function openMailParser({
  timeoutMs = TIMEOUT_MS,
  memoryMb = MEMORY_MB,
  mostText = MOST_TEXT,
}: ParserLimits = {}): MailParser {
  const code = readFileSync(new URL('./parse-thread.cjs', import.meta.url), 'utf8');
  const limits = { mostText, mostFiles: MOST_MAIL_FILES, mostFileBytes: MOST_MAIL_FILE_BYTES };
  return {
    async read(raw) {
      if (raw.length > MOST_MAIL_BYTES) throw new UnreadableMail(`it has ${raw.length} bytes`);
      const worker = new Worker(code, {
        eval: true,
        workerData: { raw, limits },
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
    },
  };
}
