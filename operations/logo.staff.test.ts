import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

// lab/slices/invoices/logo.test.ts tests that documents show the logo.

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({ db: lab.db });
});
afterAll(() => lab.close());

test('refuses an unsuitable file, and keeps the existing logo', async () => {
  expect(await operator.run('showLogo', {})).toEqual({ logo: null });
  const set = await operator.run('setLogo', { file: 'cli/golden/logo.png' });
  expect(set).toMatchObject({ logo: { format: 'png', width: 120, height: 32 } });
  for (const [file, why] of [
    ['README.md', /PNG or JPEG/],
    ['no/such.png', /cannot be read/],
  ] as const)
    await expect(operator.run('setLogo', { file })).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringMatching(why),
    });
  expect(await operator.run('showLogo', {})).toEqual(set);
});

test('can be removed once', async () => {
  await operator.run('setLogo', { file: 'cli/golden/logo.png' });
  expect(await operator.run('removeLogo', {})).toEqual({ logo: null });
  await expect(operator.run('removeLogo', {})).rejects.toMatchObject({ code: 'not_found' });
});
