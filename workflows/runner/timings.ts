/** Intervals and limits of the runner. Only tests replace the defaults, with smaller values. */
export interface Timings {
  /** Interval between two polls for due workflows and for workflows of lost workers. */
  pollMs: number;
  /** Duration of a lease. A worker that does not renew it in time loses its workflows, even if its session is alive. */
  leaseMs: number;
  /** Interval between two sweeps for problems that need a person: overdue locks and unknown kinds. */
  sweepMs: number;
  /** First delay after a failed attempt. It doubles with every further failure. */
  retryBaseMs: number;
  /** Longest delay between attempts. */
  retryCapMs: number;
  /** Delay between attempts of a stuck undo. */
  stuckMs: number;
  /** Factor for the pauses that steps request by `pollAfter`, 1 by default. */
  pauseFactor: number;
  /** Minimum time limit of an attempt, so that a step at its deadline still gets one attempt. */
  lastLookMs: number;
  /** Time that an aborted step may take to stop before it is abandoned. */
  graceMs: number;
  /** Longest time that results are deferred while another step runs (deferred-results.ts). */
  holdMs: number;
  /** Returns a random number in [0, 1), which randomizes the upper half of a delay (backoff.ts). */
  random: () => number;
  /** Time after which a due workflow of an unknown kind opens an alert. */
  unknownKindMs: number;
}

/**
 * Defaults, with times in milliseconds.
 *
 * - `pollMs` 1 s: a dead worker is detected by polling, so this is the longest wait until its workflows resume. One statement per poll is
 * almost no load. Other events do not wait for the poll: NOTIFY wakes the workers for new and cancelled workflows. A timer triggers a poll
 * for workflows that are due before the next regular poll. A slot that becomes free triggers a poll if workflows are waiting for a slot.
 * - `leaseMs` 30 s: only a hung process or a lost network waits for this, because a dead process frees its session lock immediately. It
 * must outlast any pause of a healthy process, such as garbage collection (but not a suspended laptop).
 * - `retryCapMs` 30 s: a restored host is used again soon, and 100 failing workflows make 3 attempts a second.
 * - `holdMs` 250 ms: the result of the previous step is written if the next step takes longer, because the customer sees the current step.
 * - `stuckMs` 5 min: the operator has an alert, and the cause may disappear by itself.
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

/** Failed attempts of one undo before it counts as stuck and an alert is opened. With the delays above: about 4 s. */
export const UNDO_ATTEMPTS = 5;

/** Failed attempts of the last transaction (`finish`) before the workflow rolls back. Serialization errors resolve within these. */
export const FINISH_ATTEMPTS = 5;

/**
 * Number of attempts beyond `Step.attempts` that may end because the worker died. A step may kill its process, so the workflow then rolls
 * back without another attempt.
 */
export const LOST_WORKERS_ALLOWED = 5;
