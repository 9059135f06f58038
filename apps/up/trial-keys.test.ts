import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { homeAt } from '../installation/home.ts';
import { recordNoDemo } from '../installation/trial.ts';
import { trialDefaults } from './trial-keys.ts';

const made: string[] = [];
afterEach(async () => {
  for (const directory of made.splice(0)) await rm(directory, { recursive: true });
});

async function newHome() {
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-trial-'));
  made.push(directory);
  return homeAt(directory);
}

test('a home created with the demo account is a trial', async () => {
  expect(await trialDefaults(await newHome(), { demo: true }, {})).toEqual({ 'payments.trial': 'true' });
});

test('a home without the demo account, or with a configuration, is not changed to a trial', async () => {
  const [plain, without, configured] = [await newHome(), await newHome(), await newHome()];
  expect(await trialDefaults(plain, { demo: false }, {})).toEqual({});
  await recordNoDemo(without);
  expect(await trialDefaults(without, { demo: true }, {})).toEqual({});
  await writeFile(configured.configuration, '');
  expect(await trialDefaults(configured, { demo: true }, {})).toEqual({});
});

test.each([{ INNKEEPER_PAYMENTS_TRIAL: 'false' }, { INNKEEPER_STRIPE_SECRET_KEY: 'sk_test_1' }])(
  'the environment %j overrides this',
  async (environment) => {
    expect(await trialDefaults(await newHome(), { demo: true }, environment)).toEqual({});
  },
);
