/** The log of a process: JSON lines on standard output; whoever started it decides where they go. */
import { type Logger, pino } from 'pino';

/** In every line that unknown callers cause. Whoever stores the lines may store these apart (supervise/log-files.ts). */
export const REFUSALS = { file: 'refusals' } as const;

export function openLog(name: string): Logger {
  // The reader of our output may have been killed. Not pino's own destination: it tries for ever to write its last lines to a broken pipe.
  process.stdout.on('error', () => {});
  return pino({ name, level: 'info' }, { write });
}

interface Levels {
  current(): { 'log.level': string };
  onReload(listener: (values: { 'log.level': string }) => void): void;
}

/** Logs at the level of the configuration, and at another one after a reload. */
export function followLogLevel(log: Logger, configuration: Levels): void {
  log.level = configuration.current()['log.level'];
  configuration.onReload((values) => {
    log.level = values['log.level'];
  });
}

/**
 * Writes what `log.info(line, 'request')` writes, in half the time (1.2 us in place of 2.5), which counts where a line is written for
 * each request.
 */
export function requestLines(log: Logger, writeLine: (text: string) => void = write): (line: object) => void {
  // Process, host and name, as pino writes them into each line: `,"pid":7,"hostname":"a","name":"api"`.
  const process = (log as unknown as Record<symbol, string>)[pino.symbols.chindingsSym];
  return (line) => {
    if (!log.isLevelEnabled('info')) return;
    writeLine(
      `{"level":${log.levels.values.info},"time":${Date.now()}${process},${JSON.stringify(line).slice(1, -1)},"msg":"request"}\n`,
    );
  };
}

/** A write a line was a tenth of a busy API's time, a write a turn of the event loop still a twentieth. */
const GATHER_MS = 10;

/** Gathers the lines of 10 ms into one write. A process that ends writes the rest. A process that is killed loses at most these lines. */
function gathered(writeAll: (lines: string) => void): (line: string) => void {
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

const write = gathered((lines) => process.stdout.write(lines));
