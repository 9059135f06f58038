/** Runs CPU-bound work in worker threads, with limits on running, queued and per-caller tasks. No caller can fill the queue for others. */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@innkeeper/model/failures';
import { Piscina } from 'piscina';
import { cpuThrottle } from './cpu-throttle.ts';

export interface LimitedThreads {
  /**
   * Runs the function `name` of the file, or its default export. Throws `rate_limited` if the caller has too many tasks in flight, and
   * `unavailable` if all callers together have.
   */
  run<Task, Result>(caller: Caller, task: Task, name?: string): Promise<Result>;
  /**
   * Starts all threads and keeps them, and resolves once each is running. For a process that is about to lose access to its own files,
   * which a thread reads when it starts.
   */
  startAll(): Promise<void>;
  /** Waits for the tasks in flight and closes the threads. */
  close(): Promise<void>;
}

export interface Caller {
  /** Keys of the caller, narrowest first: an address and the networks around it. Each wider key may have twice as many tasks. */
  keys: readonly (string | number)[];
  /** `true` if the caller may also use the slots reserved for trusted callers. */
  isTrusted: boolean;
}

export interface ThreadLimits {
  /** URL of the thread's module, which must also export `whoAnswers`. */
  file: string;
  /** Maximum number of tasks in flight, queued or running. */
  max: number;
  maxPerKey: number;
  /** Number of slots of `max` for trusted callers only, so that a flood of unknown callers does not keep them out. */
  reserved: number;
  /** Ratio of a thread's idle time after a task to the duration of the task (`cpuThrottle`). */
  idleFactor: number;
  /** Messages for too many tasks of one key, and of all keys. */
  tooMany: string;
  allTooMany: string;
}

/** Half of the cores, because the event loop and PostgreSQL need the others. */
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
const IDLE_MS = 30_000;
/** Niceness of the threads, so that other processes get the core first. */
const NICE = 10;
const RETRY_SECONDS = 1;

/** Opens a pool whose threads start on demand and end after 30 s without tasks. */
export function openLimitedThreads({
  file,
  max,
  maxPerKey,
  reserved,
  idleFactor,
  tooMany,
  allTooMany,
}: ThreadLimits): LimitedThreads {
  let pool: Piscina | undefined;
  const inSlot = cpuThrottle(THREADS, idleFactor);
  const tasksPerKey = new Map<string | number, number>();
  const running = new Set<Promise<unknown>>();

  let unknownCallers = 0;

  const count = (key: string | number, change: number): void => {
    const now = (tasksPerKey.get(key) ?? 0) + change;
    if (now > 0) tasksPerKey.set(key, now);
    else tasksPerKey.delete(key);
  };
  const admit = ({ keys, isTrusted }: Caller): void => {
    const isOver = keys.some((key, i) => (tasksPerKey.get(key) ?? 0) >= maxPerKey * 2 ** i);
    if (isOver) throw new Failure('rate_limited', { message: tooMany, retryAfter: RETRY_SECONDS });
    if (running.size >= max || (!isTrusted && unknownCallers >= max - reserved))
      throw new Failure('unavailable', { message: allTooMany, retryAfter: RETRY_SECONDS });
    for (const key of keys) count(key, 1);
    if (!isTrusted) unknownCallers += 1;
  };
  const leave = ({ keys, isTrusted }: Caller): void => {
    for (const key of keys) count(key, -1);
    if (!isTrusted) unknownCallers -= 1;
  };
  const open = (minThreads: number): Piscina =>
    new Piscina({ filename: file, minThreads, maxThreads: THREADS, idleTimeout: IDLE_MS, niceIncrement: NICE });

  return {
    async run(caller, task, name = 'default') {
      admit(caller);
      pool ??= open(0);
      const threads = pool;
      const result = inSlot(() => threads.run(task, { name }));
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
        leave(caller);
      }
    },
    async startAll() {
      pool ??= open(THREADS);
      // A fast thread may answer several times, so they are called until each has answered.
      for (const answered = new Set<string>(); answered.size < THREADS; await sleep(5))
        answered.add(await pool.run('', { name: 'whoAnswers' }));
    },
    async close() {
      await Promise.allSettled(running);
      await pool?.close();
    },
  };
}
