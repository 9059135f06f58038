/** A log file that never outgrows the disk: at its limit it becomes `.1`, and a new one begins. */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const MOST_BYTES = 50 * 1024 * 1024;

export interface LogFile {
  /** Written before it returns, so that a crash loses nothing. Callers hand over whole lines. */
  write(lines: string): void;
  close(): void;
}

export function openLogFile(path: string, mostBytes: number = MOST_BYTES): LogFile {
  let fd = openSync(path, 'a', 0o600);
  let size = fstatSync(fd).size;
  return {
    write(lines) {
      const bytes = Buffer.from(lines);
      if (size > 0 && size + bytes.length > mostBytes) {
        closeSync(fd);
        renameSync(path, `${path}.1`);
        fd = openSync(path, 'a', 0o600);
        size = 0;
      }
      writeSync(fd, bytes);
      size += bytes.length;
    },
    close() {
      closeSync(fd);
    },
  };
}
