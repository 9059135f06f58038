/**
 * Deadlines count time in hand: time during which a living worker had the step, or let it wait as long as it asked to. A host
 * that is down, a worker that is dead or frozen, a queue before busy workers: none of these is the step's doing, and none counts.
 *
 * - While a worker has it, its process counts what it sees pass (`TimeInHand`): the clock is looked at on every beat, and a gap
 *   longer than a lease is no time in hand, since a worker that does nothing for so long has lost its workflows. So neither a suspended
 *   machine nor a clock that is set ages a step.
 * - When it releases the workflow, what it counted is written to the row (`spent_ms`) together with the pause that follows, as long as that
 *   was asked for: by `again`, or by the growing pauses between attempts. Whoever comes late to the end of a pause finds the
 *   pause counted, and nothing of the lateness.
 * - When it dies, whoever frees the workflow counts until its last sign of life, the renewal of its lease (`countedTo`). That is
 *   by the database's clock alone, and up to a third of a lease less than was spent. What a step that kills its workers thus
 *   never gets to in time it gets to in attempts.
 * - The next step, or undo, begins at zero.
 */
import type { Clock } from '@innkeeper/model/clock';
import { type RawBuilder, sql } from 'kysely';

/** What one worker sees pass. */
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

/** What the step under way has spent, in the hands of this worker and of those before it. */
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
