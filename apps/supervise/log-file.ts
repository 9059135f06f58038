/**
 * A log file of limited size. A full file is renamed to `.1`, the previous `.1` to `.2`, and a new file begins.
 *
 * A write never throws, because the supervisor ends if a listener of a stream throws. Lines that a full disk refuses are dropped. Their
 * number is written as soon as the disk takes lines again.
 */
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs';
import { logLine } from './log-line.ts';

const MAX_BYTES = 50 * 1024 * 1024;
/** Default number of older files. With the current file, a log takes at most 250 MB. The oldest file is deleted. */
const MAX_FILES = 4;

export interface LogFile {
  /** Writes synchronously, so that a crash loses nothing. Callers pass whole lines. Never throws. */
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
  let dropped = 0;
  /** Begins a new file. A failure leaves the present file in use, and the next write tries again. */
  const rotate = (): void => {
    const draft = `${path}.next`;
    const next = openSync(draft, 'a', 0o600);
    try {
      for (let age = maxOldFiles; age > 0; age -= 1) {
        const younger = age === 1 ? path : `${path}.${age - 1}`;
        if (existsSync(younger)) renameSync(younger, `${path}.${age}`);
      }
      renameSync(draft, path);
    } catch (error) {
      closeSync(next);
      throw error;
    }
    closeSync(fd);
    fd = next;
    size = 0;
  };
  /** Appends all bytes, or none: a part of a line would join with the next line. Returns false if the disk is full. */
  const append = (text: string): boolean => {
    const bytes = Buffer.from(text);
    try {
      if (size > 0 && size + bytes.length > maxBytes) rotate();
    } catch {}
    try {
      const written = writeSync(fd, bytes);
      if (written === bytes.length) {
        size += written;
        return true;
      }
      ftruncateSync(fd, fstatSync(fd).size - written);
    } catch {}
    return false;
  };
  return {
    write(lines) {
      if (dropped > 0 && append(`${logLine('lines of this log were dropped, because they could not be written', { dropped })}\n`))
        dropped = 0;
      if (dropped > 0 || !append(lines)) dropped += countLines(lines);
    },
    close() {
      closeSync(fd);
    },
  };
}

const countLines = (text: string): number => text.split('\n').length - 1;
