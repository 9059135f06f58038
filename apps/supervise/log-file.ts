/** A log file of limited size. A full file is renamed to `.1`, the previous `.1` to `.2`, and a new file begins. */
import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const MAX_BYTES = 50 * 1024 * 1024;
/** Default number of older files. With the current file, a log takes at most 250 MB. The oldest file is deleted. */
const MAX_FILES = 4;

export interface LogFile {
  /** Writes synchronously, so that a crash loses nothing. Callers pass whole lines. */
  write(lines: string): void;
  close(): void;
}

export interface LogFileLimits {
  maxBytes?: number;
  /** Number of older files to keep. */
  maxOldFiles?: number;
}

/** Opens a log file for appending. Default limits: 50 MiB per file and 4 older files. */
export function openLogFile(path: string, { maxBytes = MAX_BYTES, maxOldFiles = MAX_FILES }: LogFileLimits = {}): LogFile {
  let fd = openSync(path, 'a', 0o600);
  let size = fstatSync(fd).size;
  const rotate = (): void => {
    closeSync(fd);
    for (let age = maxOldFiles; age > 0; age -= 1) {
      const younger = age === 1 ? path : `${path}.${age - 1}`;
      if (existsSync(younger)) renameSync(younger, `${path}.${age}`);
    }
    fd = openSync(path, 'a', 0o600);
    size = 0;
  };
  return {
    write(lines) {
      const bytes = Buffer.from(lines);
      if (size > 0 && size + bytes.length > maxBytes) rotate();
      writeSync(fd, bytes);
      size += bytes.length;
    },
    close() {
      closeSync(fd);
    },
  };
}
