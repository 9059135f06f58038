import { expect, test } from 'vitest';
import { runBusiness } from './run.ts';

test('whatever customers, payers and operators do for a month, the books add up', async () => {
  const { findings, journal } = await runBusiness({ seed: Number(process.env.BUSINESS_SEED ?? 1), days: 30, actsADay: 2 });
  expect([...findings, ...(findings.length > 0 ? journal.slice(-40) : [])]).toEqual([]);
}, 240_000);
