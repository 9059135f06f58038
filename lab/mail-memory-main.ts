/**
 * Reads the large mails one after the other, and prints the largest growth of this process for each. It is a process of its own, because the
 * process of a test has other users of memory.
 */
import { openMailParser } from '@innkeeper/engine/mail-in/parse';
import { LARGE_MAILS, largeMail } from './large-mails.ts';

/** A line of the output. */
export interface MemoryFigure {
  name: string;
  outcome: 'read' | 'unreadable';
  grownMb: number;
}

const MB = 1024 ** 2;
const POLL_INTERVAL_MS = 5;

const parser = openMailParser();
// The first thread loads code that stays.
await parser.read(Buffer.from('From: a@b.example\r\n\r\nx'));
const before = process.memoryUsage.rss();
for (const [name, mail] of Object.entries(LARGE_MAILS)) {
  let peak = 0;
  const measure = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(measure, POLL_INTERVAL_MS);
  const outcome = await parser.read(largeMail(mail)).then(
    () => 'read' as const,
    () => 'unreadable' as const,
  );
  measure();
  clearInterval(timer);
  process.stdout.write(`${JSON.stringify({ name, outcome, grownMb: (peak - before) / MB } satisfies MemoryFigure)}\n`);
}
