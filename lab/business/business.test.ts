import { expect, test } from 'vitest';
import { runBusiness } from './run.ts';

test('the books add up after a month of random acts by customers, payers and operators', async () => {
  const { findings, journal } = await runBusiness({ seed: Number(process.env.BUSINESS_SEED ?? 1), days: 30, actsADay: 2 });
  expect([...findings, ...(findings.length > 0 ? journal.slice(-40) : [])]).toEqual([]);
}, 240_000);
