/** The disk of the database is almost full: reads are answered, changes of customers are refused before anything is written, staff works. */
import { randomUUID } from 'node:crypto';
import { toFailure } from '@innkeeper/http/reply/failure';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { digestRows } from '../digest-rows.ts';
import { givenSession } from '../given-sessions.ts';
import { givenStaff } from '../given-staff.ts';
import { labSettings } from '../settings.ts';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

const NOW = new Date();
const REFUSED = {
  status: 503,
  headers: { 'retry-after': '60' },
  body: { code: 'unavailable', message: 'The host has no disk space left. Nothing was changed.' },
};
/** Tables with notes of used tokens and sessions, which are written after a reply. */
const NOTES = new Set(['api_tokens', 'sessions']);

let isShort = false;
let setup: Setup;
beforeAll(async () => {
  const sessions = { ...labSettings.sessions, rotateMs: seconds(10) };
  setup = await openSetup({ clock: { now: () => NOW }, space: { isShort: () => isShort }, settings: { sessions } });
});
afterAll(() => setup.lab.close());

const rows = async () => Object.entries(await digestRows(setup.lab.db)).filter(([table]) => !NOTES.has(table));

it('refuses every change of a customer, and writes nothing', async () => {
  isShort = true;
  const before = await rows();
  for (const { name } of operations(({ method }) => method !== 'GET')) {
    const request = requestFor(name, setup.me);
    const headers = { ...request.headers, 'idempotency-key': randomUUID() };
    expect(await setup.lab.send({ ...request, headers }), name).toMatchObject(REFUSED);
  }
  expect(await setup.lab.send({ method: 'POST', url: '/webhooks/sandbox', payload: {} })).toMatchObject(REFUSED);
  expect(await rows()).toEqual(before);
});

it('answers every read as before', async () => {
  for (const { name } of operations(({ method }) => method === 'GET')) {
    isShort = false;
    const { status } = await setup.lab.send(requestFor(name, setup.me));
    isShort = true;
    expect((await setup.lab.send(requestFor(name, setup.me))).status, name).toBe(status);
  }
});

it('answers the read of a session whose secret is old, which gets a new one later', async () => {
  const { headers } = await givenSession(setup.lab.db, setup.me, new Date(NOW.getTime() - minutes(5)));
  const { method, url = '' } = requestFor('listServers', setup.me);
  const read = async () => {
    const answer = await setup.lab.send({ method, url, headers });
    return [answer.status, answer.headers['set-cookie'] !== undefined];
  };
  isShort = true;
  expect(await read()).toEqual([200, false]);
  isShort = false;
  expect(await read()).toEqual([200, true]);
});

it('admits the staff, who must free space', async () => {
  isShort = true;
  const { token } = await givenStaff(setup.lab.db, { role: 'owner' });
  const headers = { authorization: `Bearer ${token}` };
  const payload = { reason: 'The disk is full.' };
  const url = `/v1/operator/accounts/${setup.other.accountId}/suspend`;
  expect(await setup.lab.send({ method: 'POST', url, headers, payload })).toMatchObject({ status: 200 });
  const signIn = {
    method: 'POST',
    url: '/v1/operator/sessions',
    payload: { email: 'no@host.example', password: 'wrong' },
  } as const;
  expect((await setup.lab.send(signIn)).status).not.toBe(503);
});

it('calls a write that the full disk refused unavailable, never internal', () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT']) {
    const failure = toFailure(Object.assign(new Error('could not extend file'), { code }));
    expect(failure).toMatchObject({ code: 'unavailable', message: REFUSED.body.message, details: { retryAfter: 60 } });
  }
  expect(toFailure(Object.assign(new Error('starting up'), { code: '57P03' })).message).not.toBe(REFUSED.body.message);
});
