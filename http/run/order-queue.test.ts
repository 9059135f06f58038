import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type OrderQueueLimits, openOrderQueue } from './order-queue.ts';

/** Returns a queue with orders that run until the test ends them. */
function shop(atOnce: number, limits: OrderQueueLimits = {}) {
  const queue = openOrderQueue({ concurrency: atOnce, ...limits });
  const began: string[] = [];
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>();
  return {
    began,
    order(accountId: number, name: string): Promise<string> {
      return queue.run(accountId, () => {
        began.push(name);
        return new Promise((resolve, reject) => ends.set(name, { resolve: () => resolve(name), reject }));
      });
    },
    async end(name: string) {
      ends.get(name)?.resolve();
      await turn();
    },
    async fail(name: string) {
      ends.get(name)?.reject(new Error(name));
      await turn();
    },
  };
}

it('runs one order of an account at a time, and up to the limit of accounts', async () => {
  const { order, began, end } = shop(2);
  const replies = [order(1, 'a1'), order(1, 'a2'), order(2, 'b1'), order(3, 'c1')];
  await turn();
  expect(began).toEqual(['a1', 'b1']);
  await end('b1');
  expect(began).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2']);
  await end('c1');
  await end('a2');
  expect(await Promise.all(replies)).toEqual(['a1', 'a2', 'b1', 'c1']);
});

it('lets accounts take turns, however many orders an account has', async () => {
  const { order, began, end } = shop(1);
  const replies = [order(1, 'a1'), order(1, 'a2'), order(1, 'a3'), order(2, 'b1'), order(2, 'b2')];
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) {
    await turn();
    expect(began.at(-1)).toBe(name);
    await end(name);
  }
  await Promise.all(replies);
});

it('continues after a failed order, and reports the failure to its caller', async () => {
  const { order, began, end, fail } = shop(1);
  const failed = order(1, 'a1').catch((error: Error) => error.message);
  const next = order(1, 'a2');
  await turn();
  await fail('a1');
  expect(await failed).toBe('a1');
  await end('a2');
  expect(await next).toBe('a2');
  expect(began).toEqual(['a1', 'a2']);
});

const SLOW_MS = 20;
const slow = () => sleep(3 * SLOW_MS);

it('gives the slot of a slow order to another account, while its own account waits', async () => {
  const { order, began, end } = shop(2, { slowMs: SLOW_MS });
  const replies = [order(1, 'a1'), order(2, 'b1'), order(1, 'a2'), order(3, 'c1'), order(4, 'd1')];
  await turn();
  expect(began).toEqual(['a1', 'b1']);
  await slow();
  expect(began).toEqual(['a1', 'b1', 'c1', 'd1']);
  await end('a1');
  for (const name of ['b1', 'c1', 'd1', 'a2']) {
    await end(name);
    await turn();
  }
  expect(await Promise.all(replies)).toEqual(['a1', 'b1', 'a2', 'c1', 'd1']);
});

it('limits how many slow orders run besides those in slots', async () => {
  const { order, began, end } = shop(1, { slowMs: SLOW_MS, slowConcurrency: 1 });
  const replies = [order(1, 'a1'), order(2, 'b1'), order(3, 'c1')];
  await slow();
  await slow();
  expect(began).toEqual(['a1', 'b1']);
  await end('a1');
  expect(began).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  await end('c1');
  await Promise.all(replies);
});
