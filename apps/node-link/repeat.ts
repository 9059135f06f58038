/** Repeats a task at intervals. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Repetition {
  everyMs: number;
  /** Gets the first error in a row. */
  failed(error: unknown): void;
}

/** Calls `look` now and `everyMs` after each call has ended, until the returned function is called, which waits for the last call. */
export function repeat(look: () => Promise<void>, { everyMs, failed }: Repetition): () => Promise<void> {
  const stopping = new AbortController();
  let fails = false;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      // The database may be away. Everything stays as it is until the next call.
      await look().then(
        () => {
          fails = false;
        },
        (error: unknown) => {
          if (!fails) failed(error);
          fails = true;
        },
      );
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return () => {
    stopping.abort();
    return running;
  };
}
