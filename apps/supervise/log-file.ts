/** A log file of limited size. A file at its limit is renamed to `.1`, the previous `.1` to `.2`, and a new file begins. */
import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const MOST_BYTES = 50 * 1024 * 1024;
/** Older files, the last of which is lost when the next one begins: 250 MB of a log in all. */
const KEPT = 4;

export interface LogFile {
  /** Written before it returns, so that a crash loses nothing. Callers hand over whole lines. */
  write(lines: string): void;
  close(): void;
}

export interface LogFileLimits {
  mostBytes?: number;
  /** Number of older files that are kept. */
  kept?: number;
}

export function openLogFile(path: string, { mostBytes = MOST_BYTES, kept = KEPT }: LogFileLimits = {}): LogFile {
  let fd = openSync(path, 'a', 0o600);
  let size = fstatSync(fd).size;
  const turnOver = (): void => {
    closeSync(fd);
    for (let age = kept; age > 0; age -= 1) {
      const younger = age === 1 ? path : `${path}.${age - 1}`;
      if (existsSync(younger)) renameSync(younger, `${path}.${age}`);
    }
    fd = openSync(path, 'a', 0o600);
    size = 0;
  };
  return {
    write(lines) {
      const bytes = Buffer.from(lines);
      if (size > 0 && size + bytes.length > mostBytes) turnOver();
      writeSync(fd, bytes);
      size += bytes.length;
    },
    close() {
      closeSync(fd);
    },
  };
}
