/** Runs one attempt of a step or an undo, with a time limit. */
export type Attempt<T> = { ok: true; value: T } | { ok: false; error: unknown };

/** Error of an attempt that exceeded its time limit. */
export class TimeIsUp extends Error {
  constructor(limitMs: number) {
    super(`did not end within ${limitMs} ms`);
    this.name = 'TimeIsUp';
  }
}

export interface AttemptLimits {
  limitMs: number;
  /** Time in milliseconds after the limit in which the attempt may react to its signal, before it is abandoned. */
  graceMs: number;
  /**
   * Signal that aborts when the worker stops or has lost the workflow. It is passed on to the attempt, which is still awaited until the
   * limit.
   */
  outer: AbortSignal;
  /**
   * Signal that aborts when the workflow is cancelled. It is passed on to the attempt, which is abandoned if it does not react within
   * `graceMs`.
   */
  cancel?: AbortSignal | undefined;
}

/** Error of an attempt that was stopped because its workflow must roll back. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** Node.js fires longer timers immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Runs `act` with its own signal. Never rejects. An attempt that succeeds during the grace period counts as a success. */
export function runAttempt<T>(act: (signal: AbortSignal) => Promise<T>, limits: AttemptLimits): Promise<Attempt<T>> {
  const { limitMs, graceMs, outer, cancel } = limits;
  const inner = new AbortController();
  return new Promise((resolve) => {
    const forward = () => inner.abort(outer.reason);
    const settle = (attempt: Attempt<T>) => {
      clearTimeout(timer);
      outer.removeEventListener('abort', forward);
      cancel?.removeEventListener('abort', leave);
      resolve(attempt);
    };
    const giveGrace = (error: Error) => {
      clearTimeout(timer);
      timer = setTimeout(() => settle({ ok: false, error }), graceMs);
      inner.abort(error);
    };
    const leave = () => giveGrace(new Cancelled());
    let timer = setTimeout(() => giveGrace(new TimeIsUp(limitMs)), Math.min(limitMs, MAX_TIMER_MS));
    if (outer.aborted) forward();
    else outer.addEventListener('abort', forward, { once: true });
    if (cancel?.aborted) leave();
    else cancel?.addEventListener('abort', leave, { once: true });
    const running = (async () => act(inner.signal))();
    running.then(
      (value) => settle({ ok: true, value }),
      (error: unknown) => settle({ ok: false, error }),
    );
  });
}
