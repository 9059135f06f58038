import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfiguration } from '../configuration/load.ts';
import { homeAt } from './home.ts';
import { gatewaysOf, paymentSettingsOf } from './payments.ts';

const directory = await mkdtemp(join(tmpdir(), 'innkeeper-payments-'));
afterAll(() => rm(directory, { recursive: true }));

const valuesOf = async (environment: Record<string, string>) =>
  (await loadConfiguration(homeAt(directory), { INNKEEPER_PAYMENTS_TRIAL: 'true', ...environment })).values;

const ANYWHERE = { INNKEEPER_API_ADDRESS: '0.0.0.0' };

test('the sandbox accepts payments in a trial, on a page of the console', async () => {
  const values = await valuesOf({});
  expect(gatewaysOf(values, false)).toEqual(['sandbox']);
  expect(paymentSettingsOf(values)).toMatchObject({ trial: true, consoleUrl: 'http://localhost:7080' });
});

test("a trial container counts as this machine, and the console's host name is localhost", async () => {
  const values = await valuesOf({ ...ANYWHERE, INNKEEPER_API_TRIAL: 'true', INNKEEPER_ENGINE_KIND: 'simulated' });
  expect(gatewaysOf(values, false)).toEqual(['sandbox']);
  expect(paymentSettingsOf(values)).toMatchObject({ trial: true, consoleUrl: 'http://localhost:7080' });
});

test.each<Record<string, string>>([
  { INNKEEPER_PAYMENTS_TRIAL: 'false' },
  ANYWHERE,
  { INNKEEPER_API_TRUST_PROXY: '127.0.0.1', INNKEEPER_API_PUBLIC_URL: 'https://inn.example' },
  { INNKEEPER_API_PUBLIC_URL: 'https://inn.example' },
])('is not a trial with %j', async (environment) => {
  const values = await valuesOf(environment);
  expect(gatewaysOf(values, true)).toEqual(['stripe']);
  expect(paymentSettingsOf(values).trial).toBe(false);
});
