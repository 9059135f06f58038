/**
 * Deadlines count time in hand: time during which a living worker had the step, or the step waited as long as it requested. Time during
 * which the host was down, the worker was dead or frozen, or the workflow was queued does not count.
 *
 * - While a worker has the workflow, its process measures the time (`TimeInHand`). The clock is read on every beat. A gap longer than a
 * lease does not count, because such a worker has lost its workflows. A suspended host or a changed clock therefore does not age a step.
 * - When the worker releases the workflow, it adds the measured time and the requested length of the next pause to the row (`spent_ms`).
 * Steps request pauses by `pollAfter`. A worker that resumes the workflow late counts only the requested pause, and not the additional wait.
 * - When the worker dies, the worker that frees the workflow counts the time until the last lease renewal (`spentMsUntil`). The count uses
 * only the database's clock, and omits up to a third of a lease. A step that kills its workers therefore ends when its attempts run out,
 * and not at its deadline.
 * - The next step or undo starts at zero.
 */
import type { Clock } from '@innkeeper/model/time/clock';
import { type RawBuilder, sql } from 'kysely';

/** Measures the time of one worker. */
export class TimeInHand {
  readonly #clock: Clock;
  readonly #longestGapMs: number;
  #seen: number;
  #passed = 0;

  constructor(clock: Clock, longestGapMs: number) {
    this.#clock = clock;
    this.#longestGapMs = longestGapMs;
    this.#seen = clock.now().getTime();
  }

  /** Returns the milliseconds since construction, without gaps: more than `longestGapMs` between two calls does not count. */
  measure(): number {
    const now = this.#clock.now().getTime();
    const gap = now - this.#seen;
    this.#seen = now;
    if (gap > 0 && gap <= this.#longestGapMs) this.#passed += gap;
    return this.#passed;
  }
}

/** Time that the current step has spent, with this worker and earlier workers. */
export class StepTime {
  readonly #time: TimeInHand;
  #spentMs: number;
  #since: number;

  constructor(time: TimeInHand, spentMs: number) {
    this.#time = time;
    this.#spentMs = spentMs;
    this.#since = time.measure();
  }

  get elapsed(): number {
    return this.#spentMs + this.#time.measure() - this.#since;
  }

  /** Restarts at zero for the next step or undo. */
  begin(): void {
    this.#spentMs = 0;
    this.#since = this.#time.measure();
  }
}

/**
 * Returns SQL for the new `spent_ms` of a row whose worker is gone. The worker had the workflow until `moment`, by the database's clock.
 */
export function spentMsUntil(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`spent_ms + coalesce(greatest(0, extract(epoch from ${moment} - counted_at) * 1000), 0)`;
}
