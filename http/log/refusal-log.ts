/**
 * Log lines that unknown clients cause: at most one per source and second, with a count of those omitted, and a bounded number of
 * sources per second. Measured without the limit: one machine caused 50 MB of log in 1.6 s, so that the file was rotated and
 * customers' lines were lost.
 */
import type { Clock } from '@innkeeper/model/clock';

export interface RefusalLog {
  /** `source`: an address, or anything else that lines are counted by. */
  add(source: string, line: object): void;
  /** Writes what is still held back. Nothing may be added afterwards. */
  close(): void;
}

const WINDOW_MS = 1000;
/** Per second: 10 KB, so less than a gigabyte in the worst day, and next to nothing in a usual one. */
const MAX_SOURCES = 25;

interface Held {
  line: object;
  omitted: number;
}

/**
 * The first line of a source in a second is written at the end of that second; `omitted` says how many followed it. Sources
 * beyond the bound share one line.
 */
export function openRefusalLog(write: (line: object) => void, clock: Clock, maxSources = MAX_SOURCES): RefusalLog {
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
    add(source, line) {
      timer ??= setTimeout(flush, WINDOW_MS).unref();
      const known = held.get(source);
      if (known) known.omitted += 1;
      else if (held.size < maxSources) held.set(source, { line: { at: clock.now().toISOString(), ...line }, omitted: 0 });
      else beyond += 1;
    },
    close() {
      clearTimeout(timer);
      flush();
    },
  };
}
