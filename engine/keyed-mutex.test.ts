import { expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

it('runs tasks of one key in order, of different keys concurrently, and continues after a failure', async () => {
  const mutex = new KeyedMutex();
  const ran: string[] = [];
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = mutex.runExclusive('a', async () => {
    await gate;
    ran.push('a1');
    throw new Error('broken');
  });
  const second = mutex.runExclusive('a', async () => ran.push('a2'));
  await mutex.runExclusive('b', async () => ran.push('b'));
  expect(ran).toEqual(['b']);
  release();
  await expect(first).rejects.toThrow('broken');
  await second;
  await mutex.idle();
  expect(ran).toEqual(['b', 'a1', 'a2']);
});
