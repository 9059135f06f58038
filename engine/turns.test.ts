import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('runs acts of one key in order, of different keys side by side, and goes on after a failure', async () => {
  const turns = new Turns();
  const told: string[] = [];
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = turns.take('a', async () => {
    await gate;
    told.push('a1');
    throw new Error('broken');
  });
  const second = turns.take('a', async () => told.push('a2'));
  await turns.take('b', async () => told.push('b'));
  expect(told).toEqual(['b']);
  release();
  await expect(first).rejects.toThrow('broken');
  await second;
  await turns.idle();
  expect(told).toEqual(['b', 'a1', 'a2']);
});
