/**
 * Work that takes the processor for long, in threads beside the event loop: some at a time, some that wait, and of each caller a few, so
 * that none fills the queue for others.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@innkeeper/model/failures';
import { Piscina } from 'piscina';
import { restedSlots } from './rested-slots.ts';

export interface LimitedThreads {
  /**
   * Runs the function `name` of the file, or its default one. Throws `rate_limited` if the caller has too many tasks under way, and `unavailable`
   * if all callers have.
   */
  run<Task, Result>(caller: Caller, task: Task, name?: string): Promise<Result>;
  /**
   * Starts all threads now and keeps them, for a process that is about to lose its way to its own files: a thread reads them when it
   * starts. Resolves when each has.
   */
  startAll(): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

export interface Caller {
  /** Keys of the caller, the narrowest first: an address, and the networks around it. Each wider key may have twice as many tasks. */
  keys: readonly (string | number)[];
  /** `true` if the slots that are reserved for trusted callers may be used too. */
  isTrusted: boolean;
}

export interface ThreadLimits {
  /** URL of a module that exports `whoAnswers` besides. */
  file: string;
  /** Under way, waiting or being worked on. */
  most: number;
  mostPerKey: number;
  /** Of `most`, slots that only trusted callers get, so that a flood of unknown callers keeps none of them out. */
  reserved: number;
  /** How many times as long as its last task took a thread does nothing (`restedSlots`). */
  rest: number;
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

export function openLimitedThreads({
  file,
  most,
  mostPerKey,
  reserved,
  rest,
  tooMany,
  allTooMany,
}: ThreadLimits): LimitedThreads {
  let pool: Piscina | undefined;
  const inSlot = restedSlots(THREADS, rest);
  const underWay = new Map<string | number, number>();
  const running = new Set<Promise<unknown>>();

  let unknownCallers = 0;

  const count = (key: string | number, change: number): void => {
    const now = (underWay.get(key) ?? 0) + change;
    if (now > 0) underWay.set(key, now);
    else underWay.delete(key);
  };
  const admit = ({ keys, isTrusted }: Caller): void => {
    const isOver = keys.some((key, i) => (underWay.get(key) ?? 0) >= mostPerKey * 2 ** i);
    if (isOver) throw new Failure('rate_limited', { message: tooMany, retryAfter: RETRY_SECONDS });
    if (running.size >= most || (!isTrusted && unknownCallers >= most - reserved))
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
      // One that is quick may take the turns of others, so they are asked until each has answered.
      for (const answered = new Set<string>(); answered.size < THREADS; await sleep(5))
        answered.add(await pool.run('', { name: 'whoAnswers' }));
    },
    async close() {
      await Promise.allSettled(running);
      await pool?.close();
    },
  };
}
