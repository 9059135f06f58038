import { expect, test } from 'vitest';
import { type Progress, step } from './report.ts';

test('a step is told when it begins, on its way, and how it ended', async () => {
  const told: Progress[] = [];
  const result = await step(
    (progress) => told.push(progress),
    'Count',
    async (tell) => {
      tell('one');
      return 2;
    },
    (n) => `${n} counted`,
  );
  expect(result).toBe(2);
  expect(told).toMatchObject([
    { kind: 'begin', title: 'Count' },
    { kind: 'detail', text: 'one' },
    { kind: 'end', text: '2 counted' },
  ]);
});

test('a step that fails is told as failed, and fails', async () => {
  const told: Progress[] = [];
  const failing = step(
    (progress) => told.push(progress),
    'Break',
    () => Promise.reject(new Error('broken')),
  );
  await expect(failing).rejects.toThrow('broken');
  expect(told.map((progress) => progress.kind)).toEqual(['begin', 'failed']);
});
