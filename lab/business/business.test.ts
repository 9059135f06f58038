import { expect, test } from 'vitest';
import { runBusiness } from './run.ts';

test('whatever customers do for some months, the books add up', async () => {
  expect(
    await runBusiness({ seed: Number(process.env.BUSINESS_SEED ?? 1), acts: Number(process.env.BUSINESS_ACTS ?? 60) }),
  ).toEqual([]);
});
