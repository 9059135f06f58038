/** The log files of a process: `api.log`, and `api-refusals.log` beside it for what unknown callers cause. */
import path from 'node:path';
import { REFUSALS } from '../log.ts';
import { type LogFile, type LogFileLimits, openLogFile } from './log-file.ts';

export interface LogFiles {
  /** Path of the file that a person reads first. */
  readonly main: string;
  /** A line without its break. */
  write(line: string): void;
  close(): void;
}

/** The text of a value in a line of JSON. What a request brought cannot forge it: quotes inside a text are escaped. */
const MARK = JSON.stringify(REFUSALS).slice(1, -1);

export function openLogFiles(directory: string, name: string, limits: LogFileLimits = {}): LogFiles {
  const main = path.join(directory, `${name}.log`);
  const file = openLogFile(main, limits);
  let refusals: LogFile | undefined;
  const apart = (): LogFile => {
    refusals ??= openLogFile(path.join(directory, `${name}-refusals.log`), limits);
    return refusals;
  };
  return {
    main,
    write(line) {
      if (line.includes(MARK)) apart().write(`${line}\n`);
      else file.write(`${line}\n`);
    },
    close() {
      file.close();
      refusals?.close();
    },
  };
}
