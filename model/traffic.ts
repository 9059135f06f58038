/**
 * When counted traffic is saved. It is collected in a row that a crash of PostgreSQL empties, and saved with the first sample of an
 * hour, after 64 MB, when a counter has restarted, and when the guest is off or off the network. From what is saved the next sample
 * counts on, and only a counter that restarts together with such a crash loses what was not saved.
 */
import { hours } from './clock.ts';

/** 1 000 guests that each move it in 50 s write 0.6 GB of log a day (docs/decisions/metrics.md). */
export const MOST_UNSAVED_BYTES = 64n << 20n;

export interface Bytes {
  in: bigint;
  out: bigint;
}

/** What is saved of a server. */
export interface Saved {
  cycle_began_at: Date;
  cycle_bytes: bigint;
}

export interface Counted {
  at: Date;
  /** When the cycle of `at` began. */
  cycle: Date;
  /** Undefined before the first save. */
  saved: Saved | undefined;
  /** The sample before, and what was unsaved since; undefined when there was none, or it is lost. */
  before: { at: Date; unsaved: Bytes } | undefined;
  moved: Bytes;
  restarted: boolean;
  /** Whether it is off, or off the network: it moves nothing that would have the rest saved. */
  quiet: boolean;
}

export interface Counting {
  unsaved: Bytes;
  /** What to save now; null: nothing. */
  save: { cycleBytes: bigint; days: { at: Date; bytes: Bytes }[] } | null;
}

/** Adds what moved. The bytes of a sample belong to its own day and cycle. */
export function countTraffic({ at, cycle, saved, before, moved, restarted, quiet }: Counted): Counting {
  const old = before?.unsaved ?? { in: 0n, out: 0n };
  const all = { in: old.in + moved.in, out: old.out + moved.out };
  const sameCycle = saved?.cycle_began_at.getTime() === cycle.getTime();
  const newHour = !before || hourOf(before.at) !== hourOf(at);
  const due = sumOf(all) > 0n && (newHour || quiet || sumOf(all) >= MOST_UNSAVED_BYTES);
  if (sameCycle && !restarted && !due) return { unsaved: all, save: null };
  const days = [
    { at: before?.at ?? at, bytes: old },
    { at, bytes: moved },
  ].filter(({ bytes }) => sumOf(bytes) > 0n);
  const cycleBytes = saved && sameCycle ? saved.cycle_bytes + sumOf(all) : sumOf(moved);
  return { unsaved: { in: 0n, out: 0n }, save: { cycleBytes, days } };
}

export const sumOf = (bytes: Bytes): bigint => bytes.in + bytes.out;
const hourOf = (at: Date): number => Math.floor(at.getTime() / hours(1));
