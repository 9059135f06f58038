/**
 * Schedules the readings of a node's counters. A reading runs every second, and every quarter of a second during heavy traffic, which may
 * be a flood. The count of received packets costs almost nothing (0.3 ms). A reading costs at least 9 ms of CPU.
 */
import type { FloodFilterPort } from '@innkeeper/engine/network/flood-filter/port';
import { seconds } from '@innkeeper/model/time/clock';

/** Extent of a reading. `counters` reads only the counters, for floods that cannot wait. */
export type ReadingScope = 'all' | 'counters';

/** Interval in milliseconds at which a reading may become due. */
export const TICK_MS = 250;
const EVERY_MS = seconds(1);
/**
 * Number of packets since the last reading that makes an early reading due. Fewer packets cannot be a flood that must be detected within 5
 * seconds (model/attacks/limits.ts).
 */
const BUSY_FROM_PACKETS = 500;
/** Early readings take at most an eighth of the time. */
const SHARE = 8;

export class ReadingSchedule {
  #allAt: number | null = null;
  #notBefore = 0;
  /** Number of received packets at the last reading. */
  #received: number | null = null;
  readonly #elapsed: () => number;

  /** Creates the schedule. `elapsed` is a monotonic clock in milliseconds that measures readings. */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  /** Runs `act` if a reading is due at `at`. */
  async run(at: number, guard: Pick<FloodFilterPort, 'received'>, act: (look: ReadingScope) => Promise<void>): Promise<void> {
    const received = await guard.received();
    const scope = this.#due(at, received);
    if (scope === null) return;
    this.#received = received;
    if (scope === 'all') this.#allAt = at;
    const begun = this.#elapsed();
    await act(scope);
    this.#notBefore = at + (this.#elapsed() - begun) * SHARE;
  }

  #due(at: number, received: number | null): ReadingScope | null {
    const since = this.#allAt === null ? EVERY_MS : at - this.#allAt;
    // A clock that was set back does not stop the readings.
    if (since >= EVERY_MS - TICK_MS / 2 || since < 0) return 'all';
    if (at < this.#notBefore || received === null || this.#received === null) return null;
    const more = received - this.#received;
    return more >= BUSY_FROM_PACKETS || more < 0 ? 'counters' : null;
  }
}
