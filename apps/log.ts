/** The log of a process: JSON lines on standard output; whoever started it decides where they go. */
import { type Logger, pino } from 'pino';

export function openLog(name: string): Logger {
  return pino({ name, level: process.env.LOG_LEVEL ?? 'info' });
}
