/**
 * When a node's counters are read: each second, and each quarter of one while so much comes in that a flood may have begun. What came in is known for
 * next to nothing (0.3 ms), a reading costs 9 ms of CPU and more.
 */
import type { GuardPort } from '@innkeeper/engine/network/guard/port';
import { seconds } from '@innkeeper/model/clock';

/** `counters`: a look at these alone, for what can't wait. */
export type Look = 'all' | 'counters';

/** How often it is asked whether a look is due. */
export const TICK_MS = 250;
const EVERY_MS = seconds(1);
/** Fewer are no flood that is detected before 5 seconds are over (model/attacks/limits.ts). */
const BUSY_FROM_PACKETS = 500;
/** Looks between the seconds take up to an eighth of the time. */
const SHARE = 8;

export class Looks {
  #allAt: number | null = null;
  #notBefore = 0;
  /** With the last look. */
  #received: number | null = null;
  readonly #elapsed: () => number;

  /** `elapsed`: a clock in milliseconds that never goes back, by which a look is measured. */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  /** Looks if it is due at `at`. */
  async run(at: number, guard: Pick<GuardPort, 'received'>, act: (look: Look) => Promise<void>): Promise<void> {
    const received = await guard.received();
    const look = this.#due(at, received);
    if (look === null) return;
    this.#received = received;
    if (look === 'all') this.#allAt = at;
    const begun = this.#elapsed();
    await act(look);
    this.#notBefore = at + (this.#elapsed() - begun) * SHARE;
  }

  #due(at: number, received: number | null): Look | null {
    const since = this.#allAt === null ? EVERY_MS : at - this.#allAt;
    // A clock that was set back does not stop it.
    if (since >= EVERY_MS - TICK_MS / 2 || since < 0) return 'all';
    if (at < this.#notBefore || received === null || this.#received === null) return null;
    const more = received - this.#received;
    return more >= BUSY_FROM_PACKETS || more < 0 ? 'counters' : null;
  }
}
