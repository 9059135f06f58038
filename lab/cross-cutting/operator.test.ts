/**
 * The staff's operations, for every route that is served: who may, with the answer that the tables of contract/operator/routes.ts promise;
 * and that neither side's tokens, nor the session of a customer, open anything of the other.
 */
import type { Operation } from '@innkeeper/contract/define';
import { OPERATOR_OPERATION_NAMES } from '@innkeeper/contract/operator/all';
import { NOT_SERVED, OPERATOR_ROUTES, type OperatorRoute } from '@innkeeper/contract/operator/routes';
import { STAFF_ROLES, type StaffRole } from '@innkeeper/model/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, openLab } from '../app.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenSession } from '../given-sessions.ts';
import { givenStaff } from '../given-staff.ts';
import { operations } from './setup.ts';

let lab: Lab;
let me: GivenAccount;
const tokens = new Map<StaffRole, string>();
let disabled: string;
/** A customer's browser. */
let signedIn: Record<string, string>;
beforeAll(async () => {
  lab = await openLab();
  me = await givenAccount(lab.db);
  signedIn = (await givenSession(lab.db, me)).headers;
  for (const role of STAFF_ROLES) tokens.set(role, (await givenStaff(lab.db, { role })).token);
  const left = await givenStaff(lab.db, { role: 'owner' });
  await lab.db.updateTable('staff').set({ disabled_at: new Date() }).where('id', '=', left.id).execute();
  disabled = left.token;
});
afterAll(() => lab.close());

/** Refused for what it says once the caller is admitted, so that nothing changes. */
const ask = ({ method, path }: OperatorRoute, token?: string) => send({ method, path: `${path}?unknown=1` }, token);
const send = ({ method, path }: Pick<Operation, 'method' | 'path'>, token?: string, cookie = {}) =>
  lab.send({
    method,
    url: `/v1${path.replaceAll(/\{\w+\}/g, '1')}`,
    headers: { ...cookie, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
const UNKNOWN = { status: 401, body: { code: 'unauthenticated' } };

it('knows of every operation whether it is served, and where', () => {
  const served = OPERATOR_ROUTES.map(({ name }) => name);
  expect([...served, ...Object.keys(NOT_SERVED)].sort()).toEqual([...OPERATOR_OPERATION_NAMES].sort());
  const places = OPERATOR_ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(new Set(places).size).toBe(places.length);
  for (const { entry, params } of OPERATOR_ROUTES)
    expect(Object.keys(entry.input.shape)).toEqual(expect.arrayContaining([...params]));
  for (const { method, entry } of OPERATOR_ROUTES) expect(method === 'GET').toBe(!entry.changes);
});

describe.each(OPERATOR_ROUTES)('$method $path', (route) => {
  it('is for nobody but the staff', async () => {
    for (const token of [undefined, 'iks_garbage', `iks_${'a'.repeat(40)}`, me.token, disabled])
      expect(await ask(route, token)).toMatchObject(UNKNOWN);
    expect(await send(route, undefined, signedIn)).toMatchObject(UNKNOWN);
  });

  it.each(STAFF_ROLES)('is for the role %s, if the tables say so', async (role) => {
    const answer = await ask(route, tokens.get(role));
    if (route.roles.includes(role)) expect([404, 422]).toContain(answer.status);
    else expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_role' } });
  });
});

it.each(operations(({ anonymous }) => anonymous !== true))('$name is not for the staff', async ({ operation }) => {
  expect(await send(operation, tokens.get('owner'))).toMatchObject(UNKNOWN);
});
