/**
 * Limits log lines that unknown clients cause. Each source has one line per second, with a count of omitted lines. The number of sources
 * per second is limited, too.
 *
 * Measured without the limit: one machine caused 50 MB of log in 1.6 s, so that the file was rotated and customers' lines were lost.
 */
import type { Clock } from '@innkeeper/model/time/clock';

export interface RefusalLog {
  /** Adds a line. `source` is an address, or another key that lines are counted by. */
  add(source: string, line: object): void;
  /** Writes the lines that are still held back. No line may be added afterwards. */
  close(): void;
}

const WINDOW_MS = 1000;
/** Maximum number of sources per second. This is 10 KB, so less than a gigabyte in the worst day, and almost nothing in a usual one. */
const MAX_SOURCES = 25;

interface PendingLine {
  line: object;
  omitted: number;
}

/**
 * Opens the log. The first line of a source in a second is written at the end of that second, and `omitted` counts its other lines. Sources
 * beyond the maximum share one line.
 */
export function openRefusalLog(write: (line: object) => void, clock: Clock, maxSources = MAX_SOURCES): RefusalLog {
  let pending = new Map<string, PendingLine>();
  let overflow = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    const [lines, others] = [pending, overflow];
    pending = new Map();
    overflow = 0;
    for (const { line, omitted } of lines.values()) write(omitted === 0 ? line : { ...line, omitted });
    if (others > 0) write({ omitted: others, ip: 'others' });
  };

  return {
    add(source, line) {
      timer ??= setTimeout(flush, WINDOW_MS).unref();
      const known = pending.get(source);
      if (known) known.omitted += 1;
      else if (pending.size < maxSources) pending.set(source, { line: { at: clock.now().toISOString(), ...line }, omitted: 0 });
      else overflow += 1;
    },
    close() {
      clearTimeout(timer);
      flush();
    },
  };
}
