import { expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

it('runs acts of one key in order, of different keys side by side, and goes on after a failure', async () => {
  const mutex = new KeyedMutex();
  const told: string[] = [];
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = mutex.runExclusive('a', async () => {
    await gate;
    told.push('a1');
    throw new Error('broken');
  });
  const second = mutex.runExclusive('a', async () => told.push('a2'));
  await mutex.runExclusive('b', async () => told.push('b'));
  expect(told).toEqual(['b']);
  release();
  await expect(first).rejects.toThrow('broken');
  await second;
  await mutex.idle();
  expect(told).toEqual(['b', 'a1', 'a2']);
});
