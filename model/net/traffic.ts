/**
 * Decides when counted traffic is saved.
 *
 * Traffic is collected in a row that a crash of PostgreSQL empties. It is saved with the first sample of an hour and after 64 MB. It is
 * also saved when a counter restarts, and when the guest is off or disconnected. The next sample continues from the saved value. Unsaved
 * traffic is lost only if a counter restarts at the same time as such a crash.
 */
import { hours } from '../time/clock.ts';

/** Maximum unsaved traffic. 1,000 guests that move this amount every 50 s write 0.6 GB of WAL per day (docs/decisions/metrics.md). */
export const MAX_UNSAVED_BYTES = 64n << 20n;

export interface Bytes {
  in: bigint;
  out: bigint;
}

/** Saved traffic of a server. */
export interface SavedTraffic {
  cycle_began_at: Date;
  cycle_bytes: bigint;
}

export interface TrafficSample {
  at: Date;
  /** Start of the cycle that contains `at`. */
  cycle: Date;
  /** Saved values, or `undefined` before the first save. */
  saved: SavedTraffic | undefined;
  /** Previous sample and the unsaved traffic up to it, or `undefined` if there is none or it is lost. */
  before: { at: Date; unsaved: Bytes } | undefined;
  moved: Bytes;
  restarted: boolean;
  /** True if the guest is off or disconnected. No further traffic would then cause the rest to be saved. */
  quiet: boolean;
}

export interface TrafficResult {
  unsaved: Bytes;
  /** Values to save now, or `null` if nothing is due. */
  save: { cycleBytes: bigint; days: { at: Date; bytes: Bytes }[] } | null;
}

/** Adds new traffic. The bytes of a sample belong to its own day and cycle. */
export function countTraffic({ at, cycle, saved, before, moved, restarted, quiet }: TrafficSample): TrafficResult {
  const old = before?.unsaved ?? { in: 0n, out: 0n };
  const all = { in: old.in + moved.in, out: old.out + moved.out };
  const sameCycle = saved?.cycle_began_at.getTime() === cycle.getTime();
  const newHour = !before || hourOf(before.at) !== hourOf(at);
  const due = sumOf(all) > 0n && (newHour || quiet || sumOf(all) >= MAX_UNSAVED_BYTES);
  if (sameCycle && !restarted && !due) return { unsaved: all, save: null };
  const days = [
    { at: before?.at ?? at, bytes: old },
    { at, bytes: moved },
  ].filter(({ bytes }) => sumOf(bytes) > 0n);
  const cycleBytes = saved && sameCycle ? saved.cycle_bytes + sumOf(all) : sumOf(moved);
  return { unsaved: { in: 0n, out: 0n }, save: { cycleBytes, days } };
}

/** Returns inbound and outbound bytes together. */
export const sumOf = (bytes: Bytes): bigint => bytes.in + bytes.out;
const hourOf = (at: Date): number => Math.floor(at.getTime() / hours(1));
