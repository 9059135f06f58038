import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('tasks beyond the bound wait in their order, and an aborted one leaves', async () => {
  const slots = new Slots(1);
  const order: string[] = [];
  const free = await slots.take();
  const stopping = new AbortController();
  const second = slots.take(stopping.signal).catch((error: Error) => error.message);
  const [third, fourth] = ['third', 'fourth'].map((name) =>
    slots.take().then((end) => {
      order.push(name);
      return end;
    }),
  );
  stopping.abort(new Error('no longer wanted'));
  expect(await second).toBe('no longer wanted');
  await settle();
  expect(order).toEqual([]);
  free();
  free();
  const end = await third;
  await settle();
  expect(order).toEqual(['third']);
  end?.();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
  await expect(slots.take(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
});
