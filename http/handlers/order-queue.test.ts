import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type OrderQueueLimits, openOrderQueue } from './order-queue.ts';

/** Orders that run until they are told to end. */
function shop(atOnce: number, limits: OrderQueueLimits = {}) {
  const queue = openOrderQueue({ atOnce, ...limits });
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

it('runs one order of an account at a time, and as many accounts as it may', async () => {
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

it('lets accounts take turns, however many orders one of them has', async () => {
  const { order, began, end } = shop(1);
  const replies = [order(1, 'a1'), order(1, 'a2'), order(1, 'a3'), order(2, 'b1'), order(2, 'b2')];
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) {
    await turn();
    expect(began.at(-1)).toBe(name);
    await end(name);
  }
  await Promise.all(replies);
});

it('goes on when one fails, and says so to the one who asked for it', async () => {
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

it('lets the next account have the place of an order that takes long, but its own account waits for it', async () => {
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

it('lets only so many that take long run beside those in their places', async () => {
  const { order, began, end } = shop(1, { slowMs: SLOW_MS, slowAtOnce: 1 });
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
