/**
 * Tests the staff's operations for every served route: permissions, with the answer that its entry promises.
 * Tokens and sessions of staff and customers do not work on the other side.
 */
import { readdir } from 'node:fs/promises';
import type { Operation } from '@innkeeper/contract/define';
import { OPERATOR_OPERATION_NAMES, operatorOperationOf } from '@innkeeper/contract/operator/all';
import { OPERATOR_ROUTES, type OperatorRoute } from '@innkeeper/contract/operator/routes';
import { STAFF_SESSION_NAMES, staffSessionEntryOf } from '@innkeeper/contract/operator/sessions';
import { STAFF_ROLES, type StaffRole } from '@innkeeper/model/people/staff';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, openLab } from '../app.ts';
import { formOf, partsOf } from '../form.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenSession } from '../given-sessions.ts';
import { givenStaff, givenStaffSession } from '../given-staff.ts';
import { operations } from './setup.ts';

let lab: Lab;
let me: GivenAccount;
const tokens = new Map<StaffRole, string>();
let disabled: string;
/** Browsers of staff members by role. `gone` holds browsers of a removed owner, and with ended, expired or unused sessions. */
const browsers = new Map<StaffRole, Record<string, string>>();
const gone: Record<string, string>[] = [];
/** Browser that was signed in so long ago that a new proof is required. */
let unproven: Record<string, string>;
/** Headers of a customer's browser. */
let signedIn: Record<string, string>;
beforeAll(async () => {
  lab = await openLab();
  me = await givenAccount(lab.db);
  signedIn = (await givenSession(lab.db, me)).headers;
  for (const role of STAFF_ROLES) {
    const person = await givenStaff(lab.db, { role });
    tokens.set(role, person.token);
    browsers.set(role, (await givenStaffSession(lab.db, person)).headers);
  }
  const left = await givenStaff(lab.db, { role: 'owner' });
  await lab.db.updateTable('staff').set({ disabled_at: new Date() }).where('id', '=', left.id).execute();
  disabled = left.token;
  gone.push((await givenStaffSession(lab.db, left)).headers);
  const owner = await givenStaff(lab.db, { role: 'owner' });
  const session = async (changes: object): Promise<Record<string, string>> => {
    const { id, headers } = await givenStaffSession(lab.db, owner);
    await lab.db.updateTable('staff_tokens').set(changes).where('id', '=', id).execute();
    return headers;
  };
  const ago = (ms: number): Date => new Date(Date.now() - ms);
  gone.push(await session({ revoked_at: new Date() }));
  gone.push(await session({ created_at: ago(hours(12)), expires_at: ago(1) }));
  gone.push(await session({ last_used_at: ago(minutes(30)) }));
  gone.push({ ...signedIn, cookie: String(signedIn.cookie).replace('innkeeper-session', 'innkeeper-staff') });
  unproven = await session({ authenticated_at: ago(minutes(16)) });
});
afterAll(() => lab.close());

/** Sends an invalid request that is refused after authorization, so that nothing changes. */
const ask = ({ method, path }: OperatorRoute, token?: string) => send({ method, path: `${path}?unknown=1` }, token);
const send = ({ method, path }: Pick<Operation, 'method' | 'path'>, token?: string, cookie = {}) =>
  lab.send({
    method,
    url: `/v1${path.replaceAll(/\{\w+\}/g, '1')}`,
    headers: { ...cookie, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
const sendUnknown = ({ method, path }: OperatorRoute, headers: Record<string, string>) =>
  send({ method, path: `${path}?unknown=1` }, undefined, headers);
const UNKNOWN = { status: 401, body: { code: 'unauthenticated' } };

it('each operation is either served at a unique path, or on the host only with a reason', () => {
  const served = OPERATOR_ROUTES.map(({ name }) => name);
  const hostOnly = OPERATOR_OPERATION_NAMES.filter((name) => !served.includes(name));
  for (const name of hostOnly) expect(operatorOperationOf(name).hostOnly).toMatch(/^[A-Z].*\.$/);
  const places = OPERATOR_ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(new Set(places).size).toBe(places.length);
  for (const { entry, params } of OPERATOR_ROUTES)
    expect(Object.keys(entry.input.shape)).toEqual(expect.arrayContaining([...params]));
  for (const { method, entry } of OPERATOR_ROUTES) expect(method === 'GET').toBe(!entry.changes);
});

describe.each(OPERATOR_ROUTES)('$method $path', (route) => {
  it('refuses everybody but the staff', async () => {
    for (const token of [undefined, 'iks_garbage', `iks_${'a'.repeat(40)}`, me.token, disabled])
      expect(await ask(route, token)).toMatchObject(UNKNOWN);
    for (const cookie of [signedIn, ...gone]) expect(await send(route, undefined, cookie)).toMatchObject(UNKNOWN);
    // The token is used, and the cookie in the same request is ignored.
    expect(await send(route, me.token, browsers.get('owner'))).toMatchObject(UNKNOWN);
  });

  it('requires the own origin for a session, and recent authentication if its entry says so', async () => {
    const { cookie = '' } = browsers.get('owner') ?? {};
    const refused = route.method === 'GET' ? [404, 422] : [403];
    const others: Record<string, string>[] = [
      { cookie },
      { cookie, origin: 'https://evil.example' },
      { cookie, 'sec-fetch-site': 'same-site' },
    ];
    for (const foreign of others) {
      const answer = await sendUnknown(route, foreign);
      expect(refused).toContain(answer.status);
      if (route.method !== 'GET') expect(answer.body.code).toBe('foreign_origin');
    }
    const late = await sendUnknown(route, unproven);
    if (route.requiresReauthentication) expect(late).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
    else expect([404, 422]).toContain(late.status);
  });

  it.each(STAFF_ROLES)('is allowed for the role %s if its entry says so', async (role) => {
    const answer = await ask(route, tokens.get(role));
    if (route.roles.includes(role)) expect([404, 422]).toContain(answer.status);
    else expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_role' } });
    const { status, body } = await sendUnknown(route, browsers.get(role) ?? {});
    expect({ status, code: body.code }).toEqual({ status: answer.status, code: answer.body.code });
  });
});

describe.each(OPERATOR_ROUTES.filter(({ entry }) => entry.files))('$method $path with files', (route) => {
  it('stores no files of an unauthorized caller', async () => {
    const { payload, headers } = formOf(partsOf({ message: 'With a file.' }, [{ file: 'a.txt', content: 'a' }]));
    const url = `/v1${route.path.replaceAll(/\{\w+\}/g, '1')}`;
    const outside = STAFF_ROLES.filter((role) => !route.roles.includes(role)).map((role) => tokens.get(role));
    for (const token of [undefined, me.token, disabled, ...outside]) {
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const { status } = await lab.send({ method: route.method, url, payload, headers: { ...headers, ...authorization } });
      expect([401, 403]).toContain(status);
    }
    expect(await readdir(lab.attachments)).toEqual([]);
    // An authorized caller gets 404 for the missing ticket, and leaves no file either.
    const headersOfOwner = { ...headers, authorization: `Bearer ${tokens.get('owner')}` };
    expect(await lab.send({ method: route.method, url, payload, headers: headersOfOwner })).toMatchObject({ status: 404 });
    expect(await readdir(lab.attachments)).toEqual([]);
  });
});

it.each(operations(({ anonymous }) => anonymous !== true))('$name is refused to the staff', async ({ operation }) => {
  expect(await send(operation, tokens.get('owner'))).toMatchObject(UNKNOWN);
  expect(await send(operation, undefined, browsers.get('owner'))).toMatchObject(UNKNOWN);
});

it.each(STAFF_SESSION_NAMES.map(staffSessionEntryOf))(
  '$method $path is only for a staff session, or for anonymous callers',
  async (entry) => {
    const answers = [];
    for (const cookie of [{}, signedIn, ...gone]) answers.push(await send(entry, undefined, cookie));
    answers.push(await send(entry, me.token), await send(entry, disabled));
    // An empty body is a valid way to begin at the identity provider, which is not configured here.
    for (const answer of answers)
      expect(answer).toMatchObject(
        entry.anonymous ? { status: 422, body: { code: expect.stringMatching(/^(validation|wrong_state)$/) } } : UNKNOWN,
      );
    const { cookie = '' } = browsers.get('support') ?? {};
    if (entry.method === 'GET') return;
    const foreign = await send(entry, undefined, { cookie, origin: 'https://evil.example' });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  },
);
