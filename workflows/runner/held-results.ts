/**
 * Results of steps that have ended, held back to be written by one statement with what follows: the result of a step that joins the
 * next one (`Step.joinsNext`) waits for that of the next, and the last one for the end. The row is behind by `holdMs` at most while a step
 * runs, so that customers see the step that takes its time. Whatever does not simply go on (a pause, a failure, a cancellation) is
 * written after what is held.
 *
 * What is held is lost with the worker. The steps run again then, as those whose worker dies before their result is written do, and
 * nothing was done that had not begun by the row.
 */
import type { Run } from './run-context.ts';
import { END } from './step-position.ts';
import { type Ended, remember } from './transitions.ts';

export class HeldResults {
  #ended: readonly Ended[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  /** What the next write has to include. */
  get ended(): readonly Ended[] {
    return this.#ended;
  }

  /** The workflow stands at its next step already, in the worker's copy of its row. */
  hold(run: Run, ended: readonly Ended[]): void {
    this.#ended = ended;
    if (run.claimed.step === END) return;
    this.#timer ??= setTimeout(() => {
      this.#writing = this.#write(run);
      // Whoever waits for it next learns of the failure.
      this.#writing.catch(() => {});
    }, run.timings.holdMs);
  }

  /** Waits for a write under way; from here on what is held is the caller's to write. Throws what the write failed with. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
  }

  /** Writes what is held. */
  async write(run: Run): Promise<void> {
    await this.settle();
    if (this.#ended.length > 0) await this.#write(run);
  }

  /** It was written. */
  clear(): void {
    this.#ended = [];
  }

  /** The worker does not have the workflow any more. */
  drop(): void {
    clearTimeout(this.#timer);
    this.clear();
  }

  async #write({ claimed, db, time }: Run): Promise<void> {
    const { step, step_started_at: since } = claimed;
    await remember(db, claimed, { ended: this.#ended, next: step ?? END, spentMs: time.elapsed }, since ?? claimed.run_at);
    this.clear();
  }
}
