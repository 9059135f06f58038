/**
 * Decides what happens while the file system of the embedded database fills up.
 *
 * PostgreSQL ends when it cannot write. Customers' changes are therefore refused early, and a file of ballast is deleted at the end. The
 * state is one of three:
 *
 * - `ample`: everything is admitted. The ballast grows to its size, a step at a time.
 * - `low`: customers' changes are refused, and no backup starts. The ballast stays.
 * - `full`: as `low`, but the ballast is deleted except for its last part, and an alert is open.
 *
 * Space must be short for 10 s before the ballast is deleted. Guests that write are paused meanwhile, and do not use it up. A PostgreSQL
 * that needs room gets it at once, and then the last part. Only enough space leads back to `ample`, so that the state does not flap.
 */

const MIB = 2 ** 20;
/** Size of a file system from which on the limits do not grow. On a smaller one they shrink, or it would refuse all changes. */
const WHOLE_BYTES = 4096 * MIB;
const REFUSE_BYTES = 512 * MIB;
const RELEASE_BYTES = 64 * MIB;
const ENOUGH_BYTES = 1024 * MIB;
const BALLAST_BYTES = 256 * MIB;
/** Part of the ballast that only a PostgreSQL gets that needs room. The files of its first connections take 0.3 MiB. */
const LAST_BYTES = 4 * MIB;
/** Growth of the ballast per observation. Small, so that a start is not slowed down. */
const STEP_BYTES = 8 * MIB;
const SHORT_MS = 10_000;
/** Guests may resume at this multiple of the ballast, so that its deletion alone resumes none. */
const BALLASTS_TO_RESUME = 3;

export interface SpaceLimits {
  /** Free bytes below which customers' changes are refused. */
  refuse: number;
  /** Free bytes below which the ballast is deleted. */
  release: number;
  /** Sum of free bytes and ballast from which on everything is admitted again, and the ballast grows. */
  enough: number;
  /** Full size of the ballast in bytes. */
  ballast: number;
  /** Size in bytes of the ballast's last part. */
  last: number;
  /** Free bytes from which on a guest that was paused on this file system resumes. */
  resume: number;
}

/** Returns the limits for a file system of this size. */
export function spaceLimits(totalBytes: number): SpaceLimits {
  const part = Math.min(1, totalBytes / WHOLE_BYTES);
  const of = (bytes: number): number => Math.floor(bytes * part);
  const ballast = of(BALLAST_BYTES);
  return {
    ...{ refuse: of(REFUSE_BYTES), release: of(RELEASE_BYTES), enough: of(ENOUGH_BYTES), ballast, last: of(LAST_BYTES) },
    resume: ballast * BALLASTS_TO_RESUME,
  };
}

export type SpaceState = 'ample' | 'low' | 'full';

/** Amount of space in an observation. `exhausted`: the database needs the ballast. */
type Level = 'enough' | 'some' | 'little' | 'exhausted';

const NEXT: Readonly<Record<SpaceState, Readonly<Record<Level, SpaceState>>>> = {
  ample: { enough: 'ample', some: 'ample', little: 'low', exhausted: 'full' },
  low: { enough: 'ample', some: 'low', little: 'low', exhausted: 'full' },
  full: { enough: 'ample', some: 'full', little: 'full', exhausted: 'full' },
};

export interface SpaceObservation {
  freeBytes: number;
  totalBytes: number;
  /** Present size of the ballast. */
  ballastBytes: number;
  /** Monotonic time in milliseconds. */
  atMs: number;
  /** True if PostgreSQL ended or failed to start since the previous observation, or takes no connection for lack of space. */
  databaseNeedsRoom: boolean;
}

export interface SpaceDecision {
  state: SpaceState;
  /** Time since which space is short without interruption, or `null`. */
  shortSinceMs: number | null;
  /** Size in bytes that the ballast gets. */
  ballastBytes: number;
}

/** Decides after an observation. `before` is the previous decision, or `null` at a start. */
export function decideSpace(before: Pick<SpaceDecision, 'state' | 'shortSinceMs'> | null, seen: SpaceObservation): SpaceDecision {
  const limits = spaceLimits(seen.totalBytes);
  const isShort = seen.freeBytes < limits.release;
  const shortSinceMs = isShort ? (before?.shortSinceMs ?? seen.atMs) : null;
  const level = levelOf(seen, limits, shortSinceMs);
  const state = NEXT[before?.state ?? stateAtStart(seen, limits)][level];
  return { state, shortSinceMs, ballastBytes: ballastAfter(state, level, seen, limits) };
}

/** Returns the size of the ballast in bytes. Its last part goes only if the rest did not help the database. */
function ballastAfter(state: SpaceState, level: Level, seen: SpaceObservation, { ballast, last }: SpaceLimits): number {
  const { ballastBytes, databaseNeedsRoom } = seen;
  const needsLast = level === 'exhausted' && databaseNeedsRoom && ballastBytes <= last;
  if (state === 'full') return needsLast ? 0 : Math.min(ballastBytes, last);
  if (state !== 'ample' || level !== 'enough') return ballastBytes;
  return Math.max(ballastBytes, Math.min(ballastBytes + STEP_BYTES, ballast));
}

function levelOf(seen: SpaceObservation, limits: SpaceLimits, shortSinceMs: number | null): Level {
  const { freeBytes, ballastBytes, atMs, databaseNeedsRoom } = seen;
  if (freeBytes >= limits.refuse) return freeBytes + ballastBytes >= limits.enough ? 'enough' : 'some';
  return shortSinceMs !== null && (databaseNeedsRoom || atMs - shortSinceMs >= SHORT_MS) ? 'exhausted' : 'little';
}

/** Returns the state to start from. Little space with at most the last part of the ballast means that a previous run deleted it. */
function stateAtStart({ freeBytes, ballastBytes }: SpaceObservation, limits: SpaceLimits): SpaceState {
  return freeBytes < limits.refuse && ballastBytes <= limits.last ? 'full' : 'ample';
}
