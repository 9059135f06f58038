/** Tests settings that a reload of the configuration changes while the API runs. */
import { openMemoryBucket } from '@innkeeper/http/guards/rate-buckets';
import type { Settings } from '@innkeeper/model/settings/settings';
import { hours, seconds } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../app.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenSession } from '../given-sessions.ts';
import { labSettings } from '../settings.ts';

const PANEL = 'https://panel.example.com';

let now = new Date('2027-03-01T12:00:00Z').getTime();
let settings: Partial<Settings> = {};
let consoleOrigins: readonly string[] = [];
let lab: Lab;
let account: GivenAccount;
beforeAll(async () => {
  lab = await openLab({
    clock: { now: () => new Date(now) },
    liveSettings: () => settings,
    consoleOrigins: () => consoleOrigins,
    openBucket: openMemoryBucket,
  });
});
afterAll(() => lab.close());
beforeEach(async () => {
  settings = {};
  account = await givenAccount(lab.db);
});

const ask = (headers: Record<string, string> = { authorization: `Bearer ${account.token}` }) =>
  lab.send({ url: '/v1/ssh-keys', headers });

test('the limit of an account', async () => {
  settings = { requestsPerMinute: 1 };
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  settings = { requestsPerMinute: 3 };
  expect(await ask()).toMatchObject({ status: 200, headers: { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' } });
});

test('the limits of operations', async () => {
  const create = () => lab.call('createWebhook', { body: {} }, { token: account.token });
  expect((await create()).headers['x-ratelimit-limit']).toBe('10');
  settings = { requests: { ...labSettings.requests, perAddress: 1_000_000, operationsPercent: 20 } };
  expect(await create()).toMatchObject({ status: 422, headers: { 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' } });
  expect((await create()).status).toBe(429);
});

test('the idle timeout of sessions', async () => {
  const { headers } = await givenSession(lab.db, account, new Date(now));
  expect((await ask(headers)).status).toBe(200);
  now += hours(2);
  expect((await ask(headers)).status).toBe(200);
  settings = { sessions: { ...labSettings.sessions, idleMs: hours(1) } };
  now += hours(2);
  expect((await ask(headers)).status).toBe(401);
});

test('the age at which the secret of a session is rotated', async () => {
  const { headers } = await givenSession(lab.db, account, new Date(now));
  now += seconds(20);
  expect((await ask(headers)).headers['set-cookie']).toBeUndefined();
  settings = { sessions: { ...labSettings.sessions, rotateMs: seconds(10) } };
  expect((await ask(headers)).headers['set-cookie']).toContain('__Host-innkeeper-session=');
});

test('the origins that may use sessions', async () => {
  const { headers } = await givenSession(lab.db, account, new Date(now));
  const fromPanel = () =>
    lab.send({ method: 'POST', url: '/v1/ssh-keys', headers: { ...headers, origin: PANEL }, payload: { name: '' } });
  expect((await fromPanel()).status).toBe(403);
  consoleOrigins = [PANEL];
  expect((await fromPanel()).status).toBe(422);
});
