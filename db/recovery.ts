/**
 * Recovery state of a process: whether it may change the installation, which may be recovering from a restore.
 *
 * A restore always brings a new database server or fills an empty database. A recovery therefore begins with a new connection, which reads
 * the row before its first use (`connect/recovery-fence.ts`). A poll once a second detects the end of the recovery.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

const POLL_MS = 1_000;

export interface Recovery {
  /** Returns whether the installation is recovering. Returns false until the database is read for the first time. */
  isOn(): boolean;
  /** Sets the state that a connection or a poll has read. */
  setRecovering(isOn: boolean): void;
  /** Resolves when the database was read and the installation is not recovering, or when `signal` aborts. */
  waitUntilOver(signal?: AbortSignal): Promise<void>;
}

/** State for tests, and for programs whose installation was never restored. */
export const NOT_RECOVERING: Recovery = { isOn: () => false, setRecovering: () => {}, waitUntilOver: () => Promise.resolve() };

/** Creates the state. `onBegin` is called synchronously if a recovery begins after the process has seen the installation without one. */
export function openRecovery({ onBegin }: { onBegin?: () => void } = {}): Recovery {
  let state: 'unknown' | 'off' | 'on' = 'unknown';
  const waiting = new Set<() => void>();
  return {
    isOn: () => state === 'on',
    setRecovering(isOn) {
      const begins = isOn && state === 'off';
      state = isOn ? 'on' : 'off';
      if (begins) onBegin?.();
      if (!isOn) for (const resolve of waiting) resolve();
    },
    waitUntilOver(signal) {
      if (state === 'off' || signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(done);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        waiting.add(done);
        signal?.addEventListener('abort', done);
      });
    },
  };
}

/** Reads the recovery row once. Throws if the database does not answer. */
export async function readRecovery(db: Kysely<Database>, recovery: Recovery): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from recovering) as is`.execute(db);
  recovery.setRecovering(rows[0]?.is === true);
}

/**
 * Reads the recovery row immediately and then once a second. Returns a function that stops the polling. While the database is unavailable,
 * the state stays unchanged.
 */
export function pollRecovery(db: Kysely<Database>, recovery: Recovery, everyMs = POLL_MS): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const poll = async (): Promise<void> => {
    // The next poll retries, and a new connection reads the row itself.
    await readRecovery(db, recovery).catch(() => {});
    if (!stopped) timer = setTimeout(() => void poll(), everyMs).unref();
  };
  void poll();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
