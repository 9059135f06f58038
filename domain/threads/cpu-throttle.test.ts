import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cpuThrottle } from './cpu-throttle.ts';

test('limits concurrency, keeps the order, and releases the slot of a failed task', async () => {
  const inSlot = cpuThrottle(2, 1);
  const begun: number[] = [];
  let [working, max] = [0, 0];
  const work = async (i: number) => {
    begun.push(i);
    working += 1;
    max = Math.max(max, working);
    await sleep(2);
    working -= 1;
    if (i % 3 === 0) throw new Error('failed');
    return i;
  };
  const done = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((i) => inSlot(() => work(i))));
  expect(done.map(({ status }) => status === 'fulfilled')).toEqual([false, true, true, false, true, true, false]);
  expect([begun, max]).toEqual([[0, 1, 2, 3, 4, 5, 6], 2]);
});

test('a slot rests for a multiple of its working time, without delaying the result', async () => {
  let now = 1_000;
  const rests: number[] = [];
  let endRest = () => {};
  const pause = (ms: number) => {
    rests.push(ms);
    return new Promise<void>((resolve) => {
      endRest = resolve;
    });
  };
  const inSlot = cpuThrottle(1, 2, { elapsed: () => now, pause });
  const order: string[] = [];
  const work = async (name: string) => {
    await inSlot(async () => {
      order.push(`${name} begins`);
      now += 20;
    });
    order.push(`${name} has its result`);
  };
  const [first, second] = [work('first'), work('second')];
  await first;
  await sleep(1);
  expect([order, rests]).toEqual([['first begins', 'first has its result'], [40]]);
  endRest();
  await second;
  expect(order).toEqual(['first begins', 'first has its result', 'second begins', 'second has its result']);
  expect(rests).toEqual([40, 40]);
});
