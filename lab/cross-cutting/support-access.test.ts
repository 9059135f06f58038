/**
 * Tests staff inside an account for every operation of the contract, with accesses that may read, may write, or have ended in each way. The
 * expected results follow from the entry's requirements (contract/support-access.ts).
 */
import type { OperationName } from '@innkeeper/contract/operations';
import { isAllowedForSupport } from '@innkeeper/contract/support-access';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenStaff } from '../given-staff.ts';
import { givenSupportAccess } from '../given-support-access.ts';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

let setup: Setup;
const ended = { access: '', consent: '', expired: '', disabled: '' };
const tokens = { read: '', write: '' };

beforeAll(async () => {
  setup = await openSetup();
  const { lab, me } = setup;
  const { db } = lab;
  const { id: staffId } = await givenStaff(db, { role: 'support' });
  const given = (fields: Partial<Parameters<typeof givenSupportAccess>[1]> = {}) =>
    givenSupportAccess(db, { accountId: me.accountId, staffId, ...fields });
  tokens.read = (await given()).token;
  tokens.write = (await given({ scope: 'write' })).token;
  const [one, other] = [await given(), await given()];
  await db.updateTable('support_accesses').set({ ended_at: new Date() }).where('id', '=', one.id).execute();
  await db.updateTable('support_grants').set({ ended_at: new Date() }).where('id', '=', other.grantId).execute();
  const left = await givenStaff(db, { role: 'technical' });
  ended.access = one.token;
  ended.consent = other.token;
  ended.expired = (await given({ now: new Date(Date.now() - minutes(31)) })).token;
  ended.disabled = (await given({ staffId: left.id })).token;
  await db.updateTable('staff').set({ disabled_at: new Date() }).where('id', '=', left.id).execute();
});
afterAll(() => setup.lab.close());

const ask = (name: OperationName, token: string, query = {}) => setup.send(requestFor(name, setup.me, { token, query }));
const withCaller = operations(({ anonymous }) => anonymous !== true);

describe.each(withCaller)('$name', ({ name, operation }) => {
  it.each(['read', 'write'] as const)('is allowed for support that may %s, if its needs say so', async (scope) => {
    // The invalid query is refused after authorization, so nothing changes.
    const later = await ask(name, tokens[scope], { unknown: '1' });
    if (!isAllowedForSupport({ name, operation }, scope))
      expect(later).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    else expect(later).toMatchObject({ status: 422, body: { errors: { unknown: expect.anything() } } });
  });

  it('returns 401 after the access or its consent ended or expired, or the staff member was disabled', async () => {
    for (const [how, token] of Object.entries(ended))
      expect(await ask(name, token), how).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });
});

// Runs after all refusals, because these requests change something.
it.each(withCaller.filter((entry) => isAllowedForSupport(entry, 'write')))(
  '$name works for support as for a customer',
  async ({ name }) => {
    const { status, body } = await ask(name, tokens.write);
    expect(status).not.toBe(500);
    expect(['unauthenticated', 'out_of_scope', 'insufficient_role']).not.toContain(body?.code);
  },
);

it('support cannot access another account, and its tokens do not work for operator operations', async () => {
  const { me, other, send } = setup;
  expect(await send(requestFor('getServer', me, { of: other, token: tokens.write }))).toMatchObject({
    status: 403,
    body: { code: 'not_yours' },
  });
  const headers = { authorization: `Bearer ${tokens.write}` };
  expect(await send({ method: 'GET', url: '/v1/operator/accounts', headers })).toMatchObject({ status: 401 });
});
