import { expect, test } from 'vitest';
import { type Progress, step } from './report.ts';

test('a step is printed at its start, with progress, and with its result', async () => {
  const reported: Progress[] = [];
  const result = await step(
    (progress) => reported.push(progress),
    'Count',
    async (tell) => {
      tell('one');
      return 2;
    },
    (n) => `${n} counted`,
  );
  expect(result).toBe(2);
  expect(reported).toMatchObject([
    { kind: 'begin', title: 'Count' },
    { kind: 'detail', text: 'one' },
    { kind: 'end', text: '2 counted' },
  ]);
});

test('a failing step is printed as failed, and rethrows', async () => {
  const reported: Progress[] = [];
  const failing = step(
    (progress) => reported.push(progress),
    'Break',
    () => Promise.reject(new Error('broken')),
  );
  await expect(failing).rejects.toThrow('broken');
  expect(reported.map((progress) => progress.kind)).toEqual(['begin', 'failed']);
});
