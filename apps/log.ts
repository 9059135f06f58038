/** The log of a process: JSON lines on standard output; whoever started it decides where they go. */
import { type Logger, pino } from 'pino';

/** In every line that unknown callers cause. Whoever stores the lines may store these apart (supervise/log-files.ts). */
export const REFUSALS = { file: 'refusals' } as const;

export function openLog(name: string): Logger {
  // The reader of our output may have been killed. Not pino's own destination: it tries for ever to write its last lines to a broken pipe.
  process.stdout.on('error', () => {});
  return pino({ name, level: process.env.LOG_LEVEL ?? 'info' }, { write: gathered((lines) => process.stdout.write(lines)) });
}

/** A write a line was a tenth of a busy API's time, a write a turn of the event loop still a twentieth. */
const GATHER_MS = 10;

/**
 * What is logged within 10 ms goes out in one write. A process that ends writes the rest; one that is killed loses no more than
 * that.
 */
function gathered(write: (lines: string) => void): (line: string) => void {
  let waiting = '';
  const flush = (): void => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') write(lines);
  };
  process.on('exit', flush);
  return (line) => {
    if (waiting === '') setTimeout(flush, GATHER_MS);
    waiting += line;
  };
}
