/** The log of a process: JSON lines on standard output; whoever started it decides where they go. */
import { type Logger, pino } from 'pino';

export function openLog(name: string): Logger {
  // Who read us may have been killed. Not pino's own destination: it tries for ever to write its last lines to a broken pipe.
  process.stdout.on('error', () => {});
  return pino({ name, level: process.env.LOG_LEVEL ?? 'info' }, process.stdout);
}
