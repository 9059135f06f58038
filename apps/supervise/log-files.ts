/** The log files of a process: `api.log`, and `api-refusals.log` for lines that unknown callers cause. */
import path from 'node:path';
import { REFUSAL_FIELDS } from '../log.ts';
import { type LogFile, type LogFileLimits, openLogFile } from './log-file.ts';

export interface LogFiles {
  /** Path of the main file, without refusals. */
  readonly main: string;
  /** Writes a line, given without its line break. */
  write(line: string): void;
  close(): void;
}

/** Text that marks a line of JSON as a refusal. A request cannot forge the mark, because quotes inside JSON strings are escaped. */
const MARK = JSON.stringify(REFUSAL_FIELDS).slice(1, -1);

/** Opens the log files of a process. The file of refusals is created at its first line. */
export function openLogFiles(directory: string, name: string, limits: LogFileLimits = {}): LogFiles {
  const main = path.join(directory, `${name}.log`);
  const file = openLogFile(main, limits);
  let refusals: LogFile | undefined;
  /** Returns the main file if the file of refusals cannot be created, as on a full disk. */
  const openRefusals = (): LogFile => {
    try {
      refusals ??= openLogFile(path.join(directory, `${name}-refusals.log`), limits);
      return refusals;
    } catch {
      return file;
    }
  };
  return {
    main,
    write(line) {
      if (line.includes(MARK)) openRefusals().write(`${line}\n`);
      else file.write(`${line}\n`);
    },
    close() {
      file.close();
      refusals?.close();
    },
  };
}
