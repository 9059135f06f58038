/**
 * Lines that strangers cause: one a source and second, with how many more there were, and of the sources of a second so many.
 * Measured without it: 50 MB of log in 1.6 s from one machine, so that the file turned over and what customers did was gone.
 */
import type { Clock } from '@innkeeper/model/clock';

export interface RefusalLog {
  /** `source`: an address, or whatever else may be counted as one. */
  take(source: string, line: object): void;
  /** Writes what is held back; nothing may come after it. */
  close(): void;
}

const WINDOW_MS = 1000;
/** Of a second: 10 KB, so a day of it has less than a gigabyte, and a usual one nothing. */
const MOST_SOURCES = 25;

interface Held {
  line: object;
  omitted: number;
}

/**
 * The line of a source is the first of its second, written at the second's end: `omitted` says how many followed it. Sources
 * past the bound share one line.
 */
export function openRefusalLog(write: (line: object) => void, clock: Clock, mostSources = MOST_SOURCES): RefusalLog {
  let held = new Map<string, Held>();
  let beyond = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    const [lines, others] = [held, beyond];
    held = new Map();
    beyond = 0;
    for (const { line, omitted } of lines.values()) write(omitted === 0 ? line : { ...line, omitted });
    if (others > 0) write({ omitted: others, ip: 'others' });
  };

  return {
    take(source, line) {
      timer ??= setTimeout(flush, WINDOW_MS).unref();
      const known = held.get(source);
      if (known) known.omitted += 1;
      else if (held.size < mostSources) held.set(source, { line: { at: clock.now().toISOString(), ...line }, omitted: 0 });
      else beyond += 1;
    },
    close() {
      clearTimeout(timer);
      flush();
    },
  };
}
