/** The runner's numbers. Tests pass smaller ones; nothing else should need to. */
export interface Timings {
  /** Between two looks for work and for orphans. */
  pollMs: number;
  /** How long a worker that still holds its session may go without a renewal before its workflows are taken from it. */
  leaseMs: number;
  /** Between two looks for what needs a person: overdue locks, unknown kinds. */
  sweepMs: number;
  /** First pause after a failed attempt; it doubles with every further one. */
  retryBaseMs: number;
  /** Longest pause between attempts. */
  retryCapMs: number;
  /** Pause between attempts of an undo that is stuck. */
  stuckMs: number;
  /** What the pause that a step asks for by `again` is multiplied by. */
  pauseFactor: number;
  /** What an attempt gets when its step's deadline is over or nearly so: one last look. */
  lastLookMs: number;
  /** How long a step that was told to stop may take to stop before it is left behind. */
  graceMs: number;
  /** How long results of steps are held back while another step runs (held-results.ts). */
  holdMs: number;
  /** In [0, 1), for the upper half of a pause (backoff.ts). */
  random: () => number;
  /** After how long a due workflow of a kind that nobody here knows is told to an operator. */
  unknownKindMs: number;
}

/**
 * - `pollMs` 1 s: a dead worker is noticed by polling, so this is the longest wait for resumption; one statement each time is
 *   nearly no load. Nothing else waits for it: new and cancelled workflows wake the workers by NOTIFY, those that are due before
 *   the next look have a timer, and what found no place is looked for when this worker has one again.
 * - `leaseMs` 30 s: only a hung process or a lost network waits for it, a dead process frees its session lock at once.
 *   It must outlast any pause of a healthy process (garbage collection, a suspended laptop is not one).
 * - `retryCapMs` 30 s: a host that is back is used again soon, and 100 failing workflows make 3 attempts a second.
 * - `holdMs` 250 ms: what takes longer is worth a write of its own, since the customer sees it.
 * - `stuckMs` 5 min: an operator was told; meanwhile the cause may mend itself.
 */
export const TIMINGS: Timings = {
  pollMs: 1_000,
  leaseMs: 30_000,
  sweepMs: 30_000,
  retryBaseMs: 250,
  retryCapMs: 30_000,
  stuckMs: 300_000,
  pauseFactor: 1,
  lastLookMs: 5_000,
  graceMs: 5_000,
  holdMs: 250,
  random: Math.random,
  unknownKindMs: 60_000,
};

/** Failed attempts of one undo before it counts as stuck and an operator is told. With the pauses above: about 4 s. */
export const UNDO_ATTEMPTS = 5;

/** Failed attempts of the last transaction (`finish`) before the workflow goes back. Serialisation errors pass by then. */
export const FINISH_ATTEMPTS = 5;

/** Workers that a step may lose (it kills its process) beyond its own attempts before it goes back without a further try. */
export const LOST_WORKERS_ALLOWED = 5;
