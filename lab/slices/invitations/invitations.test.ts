import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallInput, type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';
import { givenInvitation } from '../../given-members.ts';
import { PASSWORD } from '../../given-sessions.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
let lab: Lab;
beforeAll(async () => {
  lab = await openLab({
    clock: { now: () => new Date(now) },
    openBucket: () => () => ({ limit: 1000, remaining: 999 }),
    settings: { membersPerAccount: 8, invitationsADay: 5 },
  });
});
afterAll(() => lab.close());

const accept = (secret: string, token: string) => lab.call('acceptInvitation', { body: { secret } }, { token });
const refused = (code: string, message = /./) => ({ body: { code, message: expect.stringMatching(message) } });
const rolesOf = async (who: { token: string }) =>
  (await lab.call('listMembers', {}, who)).body.data.map(({ role }: { role: string }) => role);
const mailsTo = (address: string) =>
  lab.db.selectFrom('mails').selectAll().where('address', '=', address).orderBy('id').execute();
const secretOf = async (address: string): Promise<string> => {
  const mail = (await mailsTo(address)).at(-1);
  const { link } = (mail?.data ?? {}) as { link: string };
  return new URL(link).searchParams.get('invitation') ?? '';
};

test('the invitee joins with the secret of the mail, once, and nobody else can', async () => {
  const owner = await givenAccount(lab.db);
  const [guest, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const invite = (input: CallInput) => lab.call('createInvitation', input, owner);
  const made = await invite({ body: { email: guest.email.toUpperCase(), role: 'technical' } });
  expect(made).toMatchObject({ status: 201, body: { role: 'technical', invited_by: 'Given' } });
  const secret = await secretOf(guest.email.toUpperCase());
  expect(JSON.stringify(made.body)).not.toContain(secret);
  expect(await invite({ body: { email: guest.email, role: 'admin' } })).toMatchObject(refused('validation', /already invited/));
  expect(await accept(secret, other.token)).toMatchObject(refused('wrong_state', /another email address/));
  // The repeated mail has another link.
  now += 1;
  await lab.call('resendInvitation', { params: { id: made.body.id } }, owner);
  expect(await accept(secret, guest.token)).toMatchObject(refused('validation'));
  const again = await secretOf(guest.email.toUpperCase());
  expect(await accept(again, guest.token)).toMatchObject({
    status: 200,
    body: { account_id: owner.accountId, role: 'technical' },
  });
  expect(await accept(again, guest.token)).toMatchObject(refused('validation', /invitation is no longer valid/));
  expect(await rolesOf(owner)).toEqual(['owner', 'technical']);
  expect((await lab.call('listInvitations', {}, owner)).body.data).toEqual([]);
  expect((await mailsTo(owner.email)).at(-1)).toMatchObject({ template: 'member-joined', data: { role: 'technical' } });
  expect(await invite({ body: { email: guest.email, role: 'admin' } })).toMatchObject(
    refused('validation', /member of this account/),
  );
  const lines = await lab.db
    .selectFrom('audit_log')
    .select('action')
    .where('account_id', '=', owner.accountId)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(['createInvitation', 'resendInvitation', 'acceptInvitation']);
  const events = await sql<{ told: string }>`select resource_kind || ' ' || change as told from events
    where account_id = ${owner.accountId} order by id`.execute(lab.db);
  expect(events.rows.map(({ told }) => told)).toEqual(['invitation created', 'invitation deleted', 'member created']);
});

test('a withdrawn or expired invitation is refused, and its secret is stored as a hash', async () => {
  const owner = await givenAccount(lab.db);
  const guest = await givenAccount(lab.db);
  const { id, secret } = await givenInvitation(lab.db, { accountId: owner.accountId, email: guest.email });
  const row = await lab.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(await lab.call('deleteInvitation', { params: { id } }, owner)).toMatchObject({ status: 204 });
  expect(await accept(secret, guest.token)).toMatchObject({ status: 422, ...refused('validation') });
  await lab.call('createInvitation', { body: { email: guest.email, role: 'billing' } }, owner);
  const late = await secretOf(guest.email);
  now += days(7);
  expect(await accept(late, guest.token)).toMatchObject({ status: 422, ...refused('validation') });
  // An expired invitation does not prevent a new one.
  expect(await lab.call('createInvitation', { body: { email: guest.email, role: 'billing' } }, owner)).toMatchObject({
    status: 201,
  });
});

test('an invitee without a user creates one with the invitation, and signs in', async () => {
  const owner = await givenAccount(lab.db);
  const email = `new-${owner.email}`;
  const { secret } = await givenInvitation(lab.db, { accountId: owner.accountId, email, role: 'billing' });
  now = Date.now();
  const join = (password: string) => lab.call('joinWithNewUser', { body: { secret, name: 'Grace Example', password } });
  expect(await join('password2027')).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
  expect(await join(PASSWORD)).toMatchObject({ status: 201, body: { account_id: owner.accountId, role: 'billing' } });
  expect(await join(PASSWORD)).toMatchObject({ status: 422, ...refused('validation', /invitation is no longer valid/) });
  expect(await rolesOf(owner)).toEqual(['owner', 'billing']);
  const signedIn = await lab.call('createSession', { body: { email, password: PASSWORD } });
  expect(signedIn).toMatchObject({ status: 201, body: { session: { account_id: owner.accountId } } });
  expect((await mailsTo(owner.email)).at(-1)).toMatchObject({
    template: 'member-joined',
    data: { name: 'Grace Example', email },
  });
  const line = await lab.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'user_id'])
    .where('action', '=', 'joinWithNewUser')
    .where('account_id', '=', owner.accountId)
    .executeTakeFirst();
  expect(line).toMatchObject({ actor_kind: 'visitor' });
});

test("an invitee with a user must sign in to accept: the secret cannot set that user's password", async () => {
  const [owner, guest] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  now = Date.now();
  const { secret } = await givenInvitation(lab.db, { accountId: owner.accountId, email: guest.email.toUpperCase() });
  const reply = await lab.call('joinWithNewUser', { body: { secret, name: 'Eve', password: PASSWORD } });
  expect(reply).toMatchObject({ status: 422, ...refused('wrong_state', /Sign in/) });
  expect(await lab.call('createSession', { body: { email: guest.email, password: PASSWORD } })).toMatchObject({ status: 401 });
  expect(await accept(secret, guest.token)).toMatchObject({ status: 200 });
});

test('returns the same reply whether or not the address belongs to a user', async () => {
  const owner = await givenAccount(lab.db);
  const known = await givenAccount(lab.db);
  const [a, b] = await Promise.all(
    [known.email, 'nobody-at-all@example.org'].map((email) =>
      lab.call('createInvitation', { body: { email, role: 'read-only' } }, owner),
    ),
  );
  const shape = (reply: typeof a) => ({ ...reply?.body, id: 0, email: '' });
  expect([a?.status, shape(a)]).toEqual([b?.status, shape(b)]);
});

test('limits the members of an account and its invitations per day', async () => {
  const owner = await givenAccount(lab.db);
  const invite = (n: number) => lab.call('createInvitation', { body: { email: `${n}-${owner.email}`, role: 'billing' } }, owner);
  const replies = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(invite));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(await invite(8)).toMatchObject({ status: 422, ...refused('wrong_state', /at most 5 invitations per day/) });
  now += days(1);
  expect((await invite(9)).status).toBe(201);
  expect((await invite(10)).status).toBe(201);
  expect(await invite(11)).toMatchObject({ status: 422, ...refused('wrong_state', /at most 8 members/) });
});
