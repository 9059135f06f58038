/**
 * Transactions that make orders take their turns before they begin. All of them want the same rows (the account's balance, a node), so
 * more at a time only wait for one another there, each with a connection, and whoever is unlucky waits longest: 20 buyers at once had a
 * p99 of 785 ms and a median of 294 ms. Here an account has one at a time, since its orders wait for its balance anyway, and accounts
 * take turns. How many requests of an account may wait is bounded before (`guards/in-flight.ts`).
 */
import os from 'node:os';

export interface OrderQueue {
  /** Runs `act` when it is the account's turn, and resolves or rejects as that does. */
  run<T>(accountId: number, act: () => Promise<T>): Promise<T>;
}

/**
 * While one waits for the disk or the network, another has the core. Of 20 buyers on 2 cores the p99 was 463 ms with 3 at once, 433 with
 * 4, and 571 with 8, at the same 67 orders a second.
 */
const AT_ONCE = Math.max(4, 2 * os.availableParallelism());

/**
 * An order takes 60 ms. One that takes longer than this waits for a row of its own account or node that somebody holds, up to the
 * database's limit of 15 s, and would keep everybody else from ordering.
 */
const SLOW_MS = 1_000;
/** On 2 cores they use twelve of the API's twenty connections together with those in their places. */
const SLOW_AT_ONCE = 8;

export interface OrderQueueLimits {
  atOnce?: number;
  /** After this an order gives its place to the next account's, and goes on. */
  slowMs?: number;
  /** Orders that have given their places away; one more keeps its own. */
  slowAtOnce?: number;
}

export function openOrderQueue({
  atOnce = AT_ONCE,
  slowMs = SLOW_MS,
  slowAtOnce = SLOW_AT_ONCE,
}: OrderQueueLimits = {}): OrderQueue {
  /** What waits, of each account in order; the account whose turn is next comes first. */
  const waiting = new Map<number, (() => void)[]>();
  /** The accounts that have an order running, and those of them whose order is slow. */
  const running = new Set<number>();
  const slow = new Set<number>();
  /** Of orders that were slow while no more could be; the first gives its place away when another slow one ends. */
  const overdue = new Set<number>();

  const begin = (): void => {
    for (const accountId of overdue) {
      if (slow.size >= slowAtOnce) break;
      overdue.delete(accountId);
      slow.add(accountId);
    }
    for (const [accountId, [next, ...rest]] of waiting) {
      if (running.size - slow.size >= atOnce) return;
      if (!next || running.has(accountId)) continue;
      waiting.delete(accountId);
      if (rest.length > 0) waiting.set(accountId, rest);
      running.add(accountId);
      next();
    }
  };

  return {
    async run(accountId, act) {
      await new Promise<void>((resolve) => {
        waiting.set(accountId, [...(waiting.get(accountId) ?? []), resolve]);
        begin();
      });
      const timer = setTimeout(() => {
        overdue.add(accountId);
        begin();
      }, slowMs);
      try {
        return await act();
      } finally {
        clearTimeout(timer);
        for (const accounts of [running, slow, overdue]) accounts.delete(accountId);
        begin();
      }
    },
  };
}
