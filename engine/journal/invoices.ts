/**
 * The journal of invoice numbers, a file outside the database. A line is written and flushed before each commit that assigns numbers. A
 * restored database thus learns the numbers assigned after its backup. No backup contains the journal, because a restored one would be
 * incomplete.
 */
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { journalLine, type LastNumbers, readJournal } from '@innkeeper/model/recovery/invoice-numbers';
import { readIfThere, writeAtomic } from '../atomic.ts';

export interface InvoiceJournal {
  /** Appends the last number of each series. Resolves once the line would survive a crash of the host. */
  append(last: LastNumbers, at: Date): Promise<void>;
  /** Returns the highest number of each series, or `null` without a journal. */
  read(): Promise<LastNumbers | null>;
}

/** Size in bytes above which the journal is replaced by its highest numbers. */
const MAX_BYTES = 1_000_000;
const LINE_END = 0x0a;

/** Opens the journal. `directory` is created with the first line, accessible to its owner only. */
export function openInvoiceJournal(directory: string): InvoiceJournal {
  const path = join(directory, 'invoices');
  const read = async (): Promise<LastNumbers | null> => {
    const text = await readIfThere(path);
    return text === null ? null : readJournal(text);
  };
  return {
    read,
    async append(last, at) {
      if ((await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined) await syncDirectory(join(directory, '..'));
      if ((await appendLine(path, journalLine(last, at))) < MAX_BYTES) return;
      const highest = await read();
      if (highest) await writeAtomic(path, journalLine(highest, at));
    },
  };
}

/** Appends a line, on a new line if a crash cut off the previous one. Returns the previous size. */
async function appendLine(path: string, line: string): Promise<number> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(1);
    if (size > 0) await file.read(end, 0, 1, size - 1);
    await file.writeFile(size > 0 && end[0] !== LINE_END ? `\n${line}` : line);
    await file.sync();
    if (size === 0) await syncDirectory(join(path, '..'));
    return size;
  } finally {
    await file.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
