/**
 * A guest's root password leaves the request only as a crypt(3) hash: it is never stored, logged or sent in clear. Hashing takes
 * 28 ms, so it happens in a thread beside the event loop, and before a transaction is opened: there it held the locks of
 * rows for as long, and again at each retry.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@innkeeper/model/failures';
import { Piscina } from 'piscina';

export interface GuestPasswords {
  /**
   * Throws `rate_limited` when the account has too many under way, so that none fills the queue for others, and `unavailable` when
   * all have.
   */
  hash(password: string, accountId: number): Promise<string>;
  /**
   * Starts all threads now and keeps them, for a process that is about to lose its way to its own files: a thread reads them when it
   * starts. Resolves when each has.
   */
  startAll(): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

export interface GuestPasswordLimits {
  /** Under way, waiting or being hashed: 64 take 2 s on one thread. */
  most?: number;
  mostPerAccount?: number;
}

/** Beside it in the sources, and in the build too (dev/build.mjs). */
const THREAD = new URL('./hash-thread.mjs', import.meta.url).href;
/** Half of the cores: the event loop and PostgreSQL need theirs. */
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
const IDLE_MS = 30_000;
/** Whoever else wants the core goes first. */
const NICE = 10;
const RETRY_SECONDS = 1;

export function openGuestPasswords({ most = 64, mostPerAccount = 4 }: GuestPasswordLimits = {}): GuestPasswords {
  let pool: Piscina<string, string> | undefined;
  const underWay = new Map<number, number>();
  let all = 0;

  const admit = (accountId: number): void => {
    const own = underWay.get(accountId) ?? 0;
    if (own >= mostPerAccount) {
      const message = 'Too many passwords of this account are being set at the same time.';
      throw new Failure('rate_limited', { message, retryAfter: RETRY_SECONDS });
    }
    if (all >= most) {
      const message = 'Too many passwords are being set at the moment. Please try again.';
      throw new Failure('unavailable', { message, retryAfter: RETRY_SECONDS });
    }
    underWay.set(accountId, own + 1);
    all += 1;
  };
  const leave = (accountId: number): void => {
    const left = (underWay.get(accountId) ?? 0) - 1;
    if (left > 0) underWay.set(accountId, left);
    else underWay.delete(accountId);
    all -= 1;
  };

  const open = (minThreads: number): Piscina<string, string> =>
    new Piscina({ filename: THREAD, minThreads, maxThreads: THREADS, idleTimeout: IDLE_MS, niceIncrement: NICE });

  return {
    async hash(password, accountId) {
      admit(accountId);
      try {
        pool ??= open(0);
        return await pool.run(password);
      } finally {
        leave(accountId);
      }
    },
    async startAll() {
      pool ??= open(THREADS);
      // One that is quick may take the turns of others, so they are asked until each has answered.
      for (const answered = new Set<string>(); answered.size < THREADS; await sleep(5))
        answered.add(await pool.run('', { name: 'whoAnswers' }));
    },
    close: async () => pool?.close(),
  };
}
