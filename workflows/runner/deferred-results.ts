/**
 * Defers the results of completed steps, so that one statement writes them together with the next change.
 *
 * The result of a step with `Step.joinsNext` is written with the result of the next step. The result of the last step is written with the
 * end.
 * While a step runs, the row is at most `holdMs` behind, so that customers see a slow step. A pause, a failure or a cancellation is
 * recorded only after the deferred results.
 *
 * Deferred results are lost if the worker dies. The steps then run again, like any step whose worker dies before its result is written.
 * Every step with an undo is recorded as started before it runs.
 */
import type { Run } from './run-context.ts';
import { END } from './step-position.ts';
import { type CompletedStep, recordResults } from './transitions.ts';

export class DeferredResults {
  #ended: readonly CompletedStep[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  /** Results that the next write must include. */
  get ended(): readonly CompletedStep[] {
    return this.#ended;
  }

  /**
   * Defers results, and writes them after `holdMs` unless another write includes them. The caller has moved the worker's copy of the row to
   * the next step.
   */
  hold(run: Run, ended: readonly CompletedStep[]): void {
    this.#ended = ended;
    if (run.claimed.step === END) return;
    this.#timer ??= setTimeout(() => {
      this.#writing = this.#write(run);
      // The next call of `settle` throws the error.
      this.#writing.catch(() => {});
    }, run.timings.holdMs);
  }

  /** Cancels the timer, waits for a write in flight and rethrows its error. The caller then writes the remaining deferred results. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
  }

  /** Writes the deferred results. */
  async write(run: Run): Promise<void> {
    await this.settle();
    if (this.#ended.length > 0) await this.#write(run);
  }

  /** Clears the deferred results. Call it after they were written. */
  clear(): void {
    this.#ended = [];
  }

  /** Discards the deferred results, because the worker no longer has the workflow. */
  drop(): void {
    clearTimeout(this.#timer);
    this.clear();
  }

  async #write({ claimed, db, time }: Run): Promise<void> {
    const { step, step_started_at: since } = claimed;
    await recordResults(db, claimed, { ended: this.#ended, next: step ?? END, spentMs: time.elapsed }, since ?? claimed.run_at);
    this.clear();
  }
}
