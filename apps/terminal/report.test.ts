import { expect, test } from 'vitest';
import { type Progress, seconds, step } from './report.ts';

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

test.each([
  [40, '0.0 s'],
  [1_250, '1.3 s'],
  [59_940, '59.9 s'],
  [72_000, '1 min 12 s'],
  [119_600, '2 min 0 s'],
])('%i ms are %s', (ms, words) => {
  expect(seconds(ms)).toBe(words);
});
