/**
 * Deadlines count time in hand: time during which a living worker had the step, or the step waited for as long as it asked to.
 * Time during which the host was down, the worker was dead or frozen, or the workflow was queued does not count.
 *
 * - While a worker has it, its process counts what it sees pass (`TimeInHand`): the clock is looked at on every beat, and a gap
 *   longer than a lease is no time in hand, since a worker that does nothing for so long has lost its workflows. So neither a
 *   suspended machine nor a clock that is set ages a step.
 * - When it releases the workflow, what it counted is written to the row (`spent_ms`) together with the pause that follows, as
 *   long as that was asked for: by `again`, or by the growing pauses between attempts. A worker that is late after a pause counts
 *   the pause, and not the delay.
 * - When it dies, whoever frees the workflow counts until its last sign of life, the renewal of its lease (`countedTo`). That is
 *   by the database's clock alone, and up to a third of a lease less than was spent. A step that kills its workers is therefore
 *   ended by its attempts, not by its deadline.
 * - The next step, or undo, begins at zero.
 */
import type { Clock } from '@innkeeper/model/clock';
import { type RawBuilder, sql } from 'kysely';

/** The time that one worker sees pass. */
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

  /** Milliseconds since it was made, besides gaps. To be called at least as often as a gap may be long. */
  look(): number {
    const now = this.#clock.now().getTime();
    const gap = now - this.#seen;
    this.#seen = now;
    if (gap > 0 && gap <= this.#longestGapMs) this.#passed += gap;
    return this.#passed;
  }
}

/** The time that the current step has spent, with this worker and earlier ones. */
export class StepTime {
  readonly #time: TimeInHand;
  #spentMs: number;
  #since: number;

  constructor(time: TimeInHand, spentMs: number) {
    this.#time = time;
    this.#spentMs = spentMs;
    this.#since = time.look();
  }

  get elapsed(): number {
    return this.#spentMs + this.#time.look() - this.#since;
  }

  /** Another step begins. */
  begin(): void {
    this.#spentMs = 0;
    this.#since = this.#time.look();
  }
}

/** `spent_ms` of a row that its worker can't write itself: it had the workflow until `moment`, by the database's clock. */
export function countedTo(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`spent_ms + coalesce(greatest(0, extract(epoch from ${moment} - counted_at) * 1000), 0)`;
}
