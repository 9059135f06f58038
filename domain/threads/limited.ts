/**
 * Work that takes the processor for long, in threads beside the event loop: some at a time, some that wait, and of each caller a few, so
 * that none fills the queue for others.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@innkeeper/model/failures';
import { Piscina } from 'piscina';

export interface LimitedThreads {
  /**
   * Runs the function `name` of the file, or its default one. Throws `rate_limited` when `key` has too many under way, and `unavailable`
   * when all have.
   */
  run<Task, Result>(key: string | number, task: Task, name?: string): Promise<Result>;
  /**
   * Starts all threads now and keeps them, for a process that is about to lose its way to its own files: a thread reads them when it
   * starts. Resolves when each has.
   */
  startAll(): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

export interface ThreadLimits {
  /** URL of a module that exports `whoAnswers` besides. */
  file: string;
  /** Under way, waiting or being worked on. */
  most: number;
  mostPerKey: number;
  /** What is said when there are too many of one key, or of all. */
  tooMany: string;
  allTooMany: string;
}

/** Half of the cores: the event loop and PostgreSQL need theirs. */
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
const IDLE_MS = 30_000;
/** Whoever else wants the core goes first. */
const NICE = 10;
const RETRY_SECONDS = 1;

export function openLimitedThreads({ file, most, mostPerKey, tooMany, allTooMany }: ThreadLimits): LimitedThreads {
  let pool: Piscina | undefined;
  const underWay = new Map<string | number, number>();
  let all = 0;

  const admit = (key: string | number): void => {
    const own = underWay.get(key) ?? 0;
    if (own >= mostPerKey) throw new Failure('rate_limited', { message: tooMany, retryAfter: RETRY_SECONDS });
    if (all >= most) throw new Failure('unavailable', { message: allTooMany, retryAfter: RETRY_SECONDS });
    underWay.set(key, own + 1);
    all += 1;
  };
  const leave = (key: string | number): void => {
    const left = (underWay.get(key) ?? 0) - 1;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
    all -= 1;
  };
  const open = (minThreads: number): Piscina =>
    // Strictly in turn: what no thread is free for goes to the end of the queue otherwise, and of 8 callers 3 waited until the others stopped.
    new Piscina({
      filename: file,
      minThreads,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
      stricterFIFO: true,
    });

  return {
    async run(key, task, name = 'default') {
      admit(key);
      try {
        pool ??= open(0);
        return await pool.run(task, { name });
      } finally {
        leave(key);
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
