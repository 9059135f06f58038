/** One attempt of a step or an undo, bounded in time. */
export type Attempt<T> = { ok: true; value: T } | { ok: false; error: unknown };

/** The attempt did not end within its time. */
export class TimeIsUp extends Error {
  constructor(limitMs: number) {
    super(`did not end within ${limitMs} ms`);
    this.name = 'TimeIsUp';
  }
}

export interface AttemptLimits {
  limitMs: number;
  /** How long after the limit it may take to react to its signal, before it is left behind. */
  graceMs: number;
  /** The worker stops, or has lost the workflow. The attempt is told, and awaited until the limit all the same. */
  outer: AbortSignal;
  /** Somebody wants the workflow back. The attempt is told, and left behind when it does not react within the grace. */
  cancel?: AbortSignal | undefined;
}

/** The attempt was ended because its workflow is to roll back. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** Node fires longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs `act` with a signal of its own; never throws. An attempt that ends well in the grace counts as ended well. */
export function runAttempt<T>(act: (signal: AbortSignal) => Promise<T>, limits: AttemptLimits): Promise<Attempt<T>> {
  const { limitMs, graceMs, outer, cancel } = limits;
  const inner = new AbortController();
  return new Promise((resolve) => {
    const forward = () => inner.abort(outer.reason);
    const rest = (attempt: Attempt<T>) => {
      clearTimeout(timer);
      outer.removeEventListener('abort', forward);
      cancel?.removeEventListener('abort', leave);
      resolve(attempt);
    };
    const giveGrace = (error: Error) => {
      clearTimeout(timer);
      timer = setTimeout(() => rest({ ok: false, error }), graceMs);
      inner.abort(error);
    };
    const leave = () => giveGrace(new Cancelled());
    let timer = setTimeout(() => giveGrace(new TimeIsUp(limitMs)), Math.min(limitMs, LONGEST_TIMER_MS));
    if (outer.aborted) forward();
    else outer.addEventListener('abort', forward, { once: true });
    if (cancel?.aborted) leave();
    else cancel?.addEventListener('abort', leave, { once: true });
    const acting = (async () => act(inner.signal))();
    acting.then(
      (value) => rest({ ok: true, value }),
      (error: unknown) => rest({ ok: false, error }),
    );
  });
}
