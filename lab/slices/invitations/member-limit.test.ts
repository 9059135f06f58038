/** Tests that the limit of members applies to every path: invited, invited again, accepted, and two of these at the same time. */
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenInvitation } from '../../given-members.ts';
import { PASSWORD } from '../../given-sessions.ts';

const start = Date.now();
let now = start;
let lab: Lab;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openLab({
    clock: { now: () => new Date(now) },
    openBucket: () => () => ({ limit: 1000, remaining: 999 }),
    settings: { membersPerAccount: 3 },
  });
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = start;
  owner = await givenAccount(lab.db);
});

const invite = (name: string) =>
  lab.call('createInvitation', { body: { email: `${name}-${owner.email}`, role: 'billing' } }, owner);
const resend = (id: number) => lab.call('resendInvitation', { params: { id } }, owner);
const accept = (secret: string, token: string) => lab.call('acceptInvitation', { body: { secret } }, { token });
const members = async () => (await lab.call('listMembers', {}, owner)).body.data;
const invited = async (who: { email: string }) =>
  (await givenInvitation(lab.db, { accountId: owner.accountId, email: who.email })).secret;
const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b);
const FULL = {
  status: 422,
  body: { code: 'wrong_state', message: expect.stringMatching(/^An account can have at most 3 members/) },
};
const NO_ROOM = {
  status: 422,
  body: { code: 'wrong_state', message: expect.stringMatching(/^This account already has 3 members/) },
};

test('an expired invitation is not sent again if other members have filled the account', async () => {
  const first = [(await invite('a')).body.id, (await invite('b')).body.id];
  now += days(8);
  expect([(await invite('c')).status, (await resend(first[0])).status]).toEqual([201, 200]);
  expect(await resend(first[1])).toMatchObject(FULL);
  expect(await invite('d')).toMatchObject(FULL);
  // An open invitation already occupies a slot.
  expect((await resend(first[0])).status).toBe(200);
});

test('of two expired invitations resent at the same time, one takes the last place', async () => {
  const ids = [(await invite('a')).body.id, (await invite('b')).body.id];
  now += days(8);
  expect((await invite('c')).status).toBe(201);
  expect(statuses(await Promise.all(ids.map(resend)))).toEqual([200, 422]);
});

test('of two concurrent acceptances one becomes the last member, and the other succeeds once there is room', async () => {
  const guests = await Promise.all([givenAccount(lab.db), givenAccount(lab.db), givenAccount(lab.db)]);
  const [first, ...others] = await Promise.all(guests.map(invited));
  expect((await accept(first as string, (guests[0] as GivenAccount).token)).status).toBe(200);
  const tries = () => Promise.all(others.map((secret, i) => accept(secret, (guests[i + 1] as GivenAccount).token)));
  const replies = await tries();
  expect(statuses(replies)).toEqual([200, 422]);
  expect(replies.find(({ status }) => status === 422)).toMatchObject(NO_ROOM);
  const joined = await members();
  expect(joined).toHaveLength(3);
  const guest = joined.find(({ email }: { email: string }) => email === guests[0]?.email);
  expect((await lab.call('deleteMember', { params: { id: guest.id } }, owner)).status).toBe(204);
  expect(statuses(await tries())).toEqual([200, 422]);
  expect(await members()).toHaveLength(3);
});

test('refuses an invited new user as well, and creates no user', async () => {
  const guests = await Promise.all([givenAccount(lab.db), givenAccount(lab.db)]);
  for (const guest of guests) expect((await accept(await invited(guest), guest.token)).status).toBe(200);
  const email = `new-${owner.email}`;
  const body = { secret: await invited({ email }), name: 'Grace Example', password: PASSWORD };
  expect(await lab.call('joinWithNewUser', { body })).toMatchObject(NO_ROOM);
  expect(await lab.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
});
