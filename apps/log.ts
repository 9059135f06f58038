/** The log of a process: JSON lines on standard output. The parent process stores them. */
import { type Logger, pino } from 'pino';

/**
 * Field that marks the log lines that unknown callers cause. The supervisor stores these lines in a separate file (supervise/log-files.ts).
 */
export const REFUSAL_FIELDS = { file: 'refusals' } as const;

export function openLog(name: string): Logger {
  // Ignore write errors, because the reader of this output may have been killed. Pino's own destination would retry its last lines on a
  // broken pipe forever.
  process.stdout.on('error', () => {});
  return pino({ name, level: 'info' }, { write });
}

interface Levels {
  current(): { 'log.level': string };
  onReload(listener: (values: { 'log.level': string }) => void): void;
}

/** Sets the level of a log from the configuration, now and after each reload. */
export function followLogLevel(log: Logger, configuration: Levels): void {
  log.level = configuration.current()['log.level'];
  configuration.onReload((values) => {
    log.level = values['log.level'];
  });
}

/**
 * Returns a function that writes the same line as `log.info(line, 'request')`, in half the time (1.2 us instead of 2.5). This matters
 * because each request writes a line.
 */
export function requestLines(log: Logger, writeLine: (text: string) => void = write): (line: object) => void {
  // Fields for process, host and name, as pino writes them into each line: `,"pid":7,"hostname":"a","name":"api"`.
  const process = (log as unknown as Record<symbol, string>)[pino.symbols.chindingsSym];
  return (line) => {
    if (!log.isLevelEnabled('info')) return;
    writeLine(
      `{"level":${log.levels.values.info},"time":${Date.now()}${process},${JSON.stringify(line).slice(1, -1)},"msg":"request"}\n`,
    );
  };
}

/**
 * Time in milliseconds in which lines are gathered. One write per line took a tenth of a busy API's time. One write per turn of the event
 * loop still took a twentieth.
 */
const GATHER_MS = 10;

/** Gathers the lines of 10 ms into one write. Pending lines are written on exit. A killed process loses them. */
function batchLines(writeAll: (lines: string) => void): (line: string) => void {
  let waiting = '';
  const flush = (): void => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') writeAll(lines);
  };
  process.on('exit', flush);
  return (line) => {
    if (waiting === '') setTimeout(flush, GATHER_MS);
    waiting += line;
  };
}

const write = batchLines((lines) => process.stdout.write(lines));
