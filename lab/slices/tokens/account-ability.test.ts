/** Tests that a token without the ability `account` cannot reach operations that need it, in any indirect way. */
import { createToken } from '@innkeeper/db/tables/tokens';
import type { Role, TokenAbility } from '@innkeeper/model/people/roles';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenSession } from '../../given-sessions.ts';

let lab: Lab;
let me: GivenAccount;
let writer: { id: number; token: string };
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.db);
  writer = await given('write');
});

const given = (...abilities: TokenAbility[]) => createToken(lab.db, { ...me, name: 'given', abilities });
const missing = {
  status: 401,
  body: { code: 'ability_missing' },
  headers: { 'www-authenticate': expect.stringMatching(/scope/) },
};
const tooMuch = { status: 422, body: { errors: { abilities: ['Must be abilities of the token of this request.'] } } };
const create = (abilities: TokenAbility[], by: { token: string }) =>
  lab.call('createToken', { body: { name: 'child', abilities } }, by);
const update = (id: number, body: object, by: { token: string }) => lab.call('updateToken', { params: { id }, body }, by);

async function givenMember(role: Role): Promise<number> {
  const { userId: user_id } = await givenAccount(lab.db);
  const of = { account_id: me.accountId, user_id, role };
  const member = await lab.db.insertInto('memberships').values(of).returning('id').executeTakeFirstOrThrow();
  return member.id;
}

test('cannot change the email address, export or close the account, or set an identity provider', async () => {
  const { email } = me;
  const asks = [
    ['createEmailChange', { body: { email: `other-${email}` } }],
    ['deleteEmailChange', {}],
    ['createAccountExport', {}],
    ['downloadAccountExport', { params: { id: 1 } }],
    ['createAccountClosure', { body: { email } }],
    ['deleteAccountClosure', {}],
    ['deleteIdentityProvider', {}],
    ['verifyIdentityDomains', {}],
    ['testIdentityProvider', {}],
  ] as const;
  for (const [name, input] of asks) expect(await lab.call(name, input, writer), name).toMatchObject(missing);
  // The operations of the source document need no further ability, and reading needs none.
  expect((await lab.call('updateUser', { body: { city: 'Vienna' } }, writer)).status).toBe(200);
  for (const name of ['getEmailChange', 'listAccountExports', 'getAccountClosure', 'getIdentityProvider'] as const)
    expect((await lab.call(name, {}, writer)).status, name).toBe(200);
  expect((await lab.call('createAccountExport', {}, await given('read', 'account'))).status).toBe(201);
});

test('cannot create, change or rotate a token that has `account`', async () => {
  expect(await create(['write', 'account'], writer)).toMatchObject(tooMuch);
  expect(await update(writer.id, { abilities: ['write', 'account'] }, writer)).toMatchObject(tooMuch);
  const child = await create(['write'], writer);
  expect(child.status).toBe(201);
  expect(await update(child.body.id, { abilities: ['read', 'account'] }, writer)).toMatchObject(tooMuch);
  expect(await create(['write', 'account'], { token: child.body.token })).toMatchObject(tooMuch);

  const more = await given('write', 'account');
  expect(await lab.call('rotateToken', { params: { id: more.id }, body: {} }, writer)).toMatchObject(tooMuch);
  expect(await update(more.id, { allowed_networks: ['192.0.2.1'] }, writer)).toMatchObject(tooMuch);
  expect((await update(more.id, { abilities: ['write'] }, writer)).status).toBe(200);
});

test('a token with `account` can grant it explicitly, and never alone', async () => {
  const more = await given('write', 'account');
  const { status, body } = await create(['read', 'account'], more);
  expect([status, body.abilities]).toEqual([201, ['read', 'account']]);
  expect(await create(['account'], more)).toMatchObject({
    status: 422,
    body: { errors: { abilities: ['Must contain read or write in addition to account.'] } },
  });
  // A token with `read` and `account` creates no token that may write.
  expect(await create(['read', 'account'], { token: body.token })).toMatchObject(missing);
  const plain = (await create(['read', 'write'], more)).body;
  expect(await create(['read', 'account'], plain)).toMatchObject(tooMuch);
});

test('cannot grant a role whose session has `account`: no admin by invitation or promotion, and no new owner', async () => {
  const invite = (role: string, by: { token: string }) =>
    lab.call('createInvitation', { body: { email: `${role}-${me.email}`, role } }, by);
  expect(await invite('admin', writer)).toMatchObject(missing);
  expect((await invite('technical', writer)).status).toBe(201);
  const more = await given('write', 'account');
  const invited = await invite('admin', more);
  expect(invited.status).toBe(201);
  expect(await lab.call('resendInvitation', { params: { id: invited.body.id } }, writer)).toMatchObject(missing);

  const id = await givenMember('technical');
  const promote = (role: string, by: { token: string }) => lab.call('updateMember', { params: { id }, body: { role } }, by);
  expect(await promote('admin', writer)).toMatchObject(missing);
  expect((await promote('billing', writer)).status).toBe(200);
  expect(await lab.call('offerOwnership', { body: { member_id: id } }, writer)).toMatchObject(missing);
  expect((await promote('admin', more)).status).toBe(200);
  expect((await lab.call('offerOwnership', { body: { member_id: id } }, more)).status).toBe(200);
});

test('a session has `account`, and can create a token with it', async () => {
  const { headers } = await givenSession(lab.db, me);
  const ask = await lab.call('createToken', { body: { name: 'of mine', abilities: ['write', 'account'] } }, { headers });
  expect(ask.status).toBe(201);
  expect((await lab.call('createAccountExport', {}, { headers })).status).toBe(201);
});
