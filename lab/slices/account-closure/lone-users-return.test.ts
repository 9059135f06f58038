/**
 * Tests that users who left their last account return with a proof of the address: an invitation or a sign-up. Signing in alone is not
 * enough.
 */
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { sendSignUps } from '@innkeeper/jobs/send-sign-ups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenInvitation, givenMember, userOfMember } from '../../given-members.ts';
import { givenPassword, PASSWORD } from '../../given-sessions.ts';
import { givenSignUpMode, TERMS } from '../../given-sign-up.ts';
import { givenTotp } from '../../given-two-factor.ts';
import { openOperator } from '../../operator.ts';

const NEW_PASSWORD = 'eight blue umbrellas';

let lab: Lab;
let worker: OpenDatabase;
let host: GivenAccount;
beforeAll(async () => {
  lab = await openLab({ trustProxy: ['127.0.0.1'] });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE) });
  host = await givenAccount(lab.db);
  await givenSignUpMode(lab.db, 'open');
});
afterAll(async () => {
  await worker.close();
  await lab.close();
});

let places = 0;
/** Sends each request from another address. */
const elsewhere = () => ({ headers: { 'x-forwarded-for': `198.51.100.${++places}`, 'x-forwarded-proto': 'https' } });
const signIn = (email: string, password: string) => lab.call('createSession', { body: { email, password } }, elsewhere());
const join = (secret: string) =>
  lab.call('joinWithNewUser', { body: { secret, name: 'Other', password: NEW_PASSWORD } }, elsewhere());
const templatesTo = async (email: string) =>
  (await lab.db.selectFrom('mails').select('template').where('address', '=', email).orderBy('id').execute()).map(
    ({ template }) => template,
  );

interface Leaver {
  userId: number;
  email: string;
}

/** Inserts a user with a password and an authenticator app who has lost the only membership. */
async function givenLeaver(): Promise<Leaver> {
  const id = await givenMember(lab.db, { accountId: host.accountId, role: 'technical' });
  const { userId, email } = await userOfMember(lab.db, id);
  await givenPassword(lab.db, { userId });
  await givenTotp(lab.db, { userId }, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  await lab.db.deleteFrom('memberships').where('id', '=', id).execute();
  return { userId, email };
}
const userOf = ({ userId }: Leaver) =>
  lab.db.selectFrom('users').select(['name', 'alone_since', 'erases_at']).where('id', '=', userId).executeTakeFirstOrThrow();
const membershipsOf = ({ userId }: Leaver) =>
  lab.db.selectFrom('memberships').select(['account_id', 'role']).where('user_id', '=', userId).execute();

test('an invitation restores the same user with the new password, the same name and the second factor', async () => {
  const me = await givenLeaver();
  await lab.db.updateTable('users').set({ erases_at: new Date() }).where('id', '=', me.userId).execute();
  const { secret } = await givenInvitation(lab.db, { accountId: host.accountId, email: me.email.toUpperCase(), role: 'billing' });
  expect(await signIn(me.email, PASSWORD)).toMatchObject({ status: 201, body: { session: null } });
  expect(await join(secret)).toMatchObject({ status: 201, body: { account_id: host.accountId, role: 'billing' } });
  expect(await membershipsOf(me)).toEqual([{ account_id: host.accountId, role: 'billing' }]);
  expect(await userOf(me)).toMatchObject({ name: 'Given member', alone_since: null, erases_at: null });
  expect(await signIn(me.email, PASSWORD)).toMatchObject({ status: 401 });
  const signedIn = await signIn(me.email, NEW_PASSWORD);
  expect(signedIn).toMatchObject({ status: 201, body: { session: null } });
  expect(await templatesTo(me.email)).toContain('password-changed');
  expect(await join(secret)).toMatchObject({ status: 422, body: { code: 'validation' } });
});

test('a sign-up opens an account that the same user owns', async () => {
  const me = await givenLeaver();
  expect(await lab.call('createSignUp', { body: { email: me.email } }, elsewhere())).toMatchObject({ status: 204 });
  await sendSignUps(givenJobCx(worker.db));
  const { data } = await lab.db
    .selectFrom('mails')
    .select('data')
    .where('address', '=', me.email)
    .where('template', '=', 'sign-up')
    .executeTakeFirstOrThrow();
  const secret = new URL((data as { link: string }).link).searchParams.get('sign_up') ?? '';
  const { id: country_id } = await lab.db.selectFrom('countries').select('id').where('code', '=', 'AT').executeTakeFirstOrThrow();
  const body = { secret, name: 'New Company', country_id, password: NEW_PASSWORD, terms_version: TERMS.version };
  const reply = await lab.call('confirmSignUp', { body }, elsewhere());
  expect(reply).toMatchObject({ status: 201, body: { email: me.email } });
  expect(await membershipsOf(me)).toEqual([{ account_id: reply.body.account_id, role: 'owner' }]);
  expect(await signIn(me.email, NEW_PASSWORD)).toMatchObject({ status: 201, body: { session: null } });
});

test('when the operator opens an account for such a user, the user keeps the password', async () => {
  const me = await givenLeaver();
  const { id } = await openOperator(lab).run('createAccount', { email: me.email, name: 'Again', country: 'AT' });
  expect(await membershipsOf(me)).toEqual([{ account_id: id, role: 'owner' }]);
  expect(await signIn(me.email, PASSWORD)).toMatchObject({ status: 201 });
});

test('a suspended user can return by none of these ways and gets no mail', async () => {
  const me = await givenLeaver();
  await lab.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', me.userId).execute();
  const { secret } = await givenInvitation(lab.db, { accountId: host.accountId, email: me.email });
  expect(await join(secret)).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  await lab.call('createSignUp', { body: { email: me.email } }, elsewhere());
  await sendSignUps(givenJobCx(worker.db));
  expect([await templatesTo(me.email), await membershipsOf(me)]).toEqual([[], []]);
});
