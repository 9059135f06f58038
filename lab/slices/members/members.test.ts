import { createToken } from '@innkeeper/db/tables/tokens';
import type { Role } from '@innkeeper/model/people/roles';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenInvitation } from '../../given-members.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
let lab: Lab;
beforeAll(async () => {
  lab = await openLab({
    clock: { now: () => new Date(now) },
    openBucket: () => () => ({ limit: 1000, remaining: 999 }),
  });
});
afterAll(() => lab.close());

interface Person {
  /** Id of the membership. */
  id: number;
  userId: number;
  email: string;
  token: string;
}

/** Adds a user as a member, with a token for the account. */
async function joined({ accountId }: GivenAccount, role: Exclude<Role, 'owner'>): Promise<Person> {
  const { userId, email, token: elsewhere } = await givenAccount(lab.db);
  const { secret } = await givenInvitation(lab.db, { accountId, email, role });
  expect(await accept(secret, elsewhere)).toMatchObject({ status: 200, body: { account_id: accountId, role } });
  const { token } = await createToken(lab.db, { accountId, userId, name: 'given', abilities: ['write'] });
  const of = lab.db.selectFrom('memberships').select('id').where('account_id', '=', accountId).where('user_id', '=', userId);
  return { id: (await of.executeTakeFirstOrThrow()).id, userId, email, token };
}

const accept = (secret: string, token: string) => lab.call('acceptInvitation', { body: { secret } }, { token });
const refused = (code: string, message = /./) => ({ body: { code, message: expect.stringMatching(message) } });
const rolesOf = async (who: { token: string }) =>
  (await lab.call('listMembers', {}, who)).body.data.map(({ role }: { role: string }) => role);
const mailsTo = (address: string) =>
  lab.db.selectFrom('mails').selectAll().where('address', '=', address).orderBy('id').execute();
const soon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 20_000 });

test("a new role takes effect at once for everything a member uses, and the owner's role cannot change", async () => {
  const owner = await givenAccount(lab.db);
  const [admin, technical] = [await joined(owner, 'admin'), await joined(owner, 'technical')];
  const key = { body: { name: 'x', key: 'none' } };
  expect(await lab.call('addSshKey', key, technical)).toMatchObject(refused('validation'));
  const params = { id: technical.id };
  expect(await lab.call('updateMember', { params, body: { role: 'billing' } }, technical)).toMatchObject(
    refused('insufficient_role'),
  );
  expect(await lab.call('updateMember', { params, body: { role: 'billing' } }, admin)).toMatchObject({
    body: { role: 'billing' },
  });
  await soon(async () => expect(await lab.call('addSshKey', key, technical)).toMatchObject(refused('insufficient_role')));
  expect((await mailsTo(technical.email)).at(-1)).toMatchObject({ template: 'membership-changed', data: { role: 'billing' } });
  const [first] = (await lab.call('listMembers', {}, admin)).body.data;
  for (const reply of [
    await lab.call('updateMember', { params: { id: first.id }, body: { role: 'billing' } }, admin),
    await lab.call('deleteMember', { params: { id: first.id } }, admin),
    await lab.call('deleteMember', { params: { id: first.id } }, owner),
  ])
    expect(reply).toMatchObject({ status: 422, ...refused('wrong_state', /owner/) });
  expect(await lab.call('updateMember', { params, body: { role: 'owner' } }, owner)).toMatchObject(refused('validation'));
});

test('a member who leaves or is removed loses the tokens for the account', async () => {
  const owner = await givenAccount(lab.db);
  const [one, other] = [await joined(owner, 'read-only'), await joined(owner, 'technical')];
  expect(await lab.call('deleteMember', { params: { id: other.id } }, one)).toMatchObject(refused('insufficient_role'));
  expect(await lab.call('deleteMember', { params: { id: one.id } }, one)).toMatchObject({ status: 204 });
  expect(await lab.call('deleteMember', { params: { id: other.id } }, owner)).toMatchObject({ status: 204 });
  for (const { token } of [one, other])
    await soon(async () => expect((await lab.call('getUser', {}, { token })).status).toBe(401));
  expect(await rolesOf(owner)).toEqual(['owner']);
});

test('transfers ownership when the new owner accepts; concurrent requests always leave exactly one owner', async () => {
  const owner = await givenAccount(lab.db);
  const [one, other] = [await joined(owner, 'billing'), await joined(owner, 'admin')];
  const offer = (id: number, who: { token: string } = owner) => lab.call('offerOwnership', { body: { member_id: id } }, who);
  expect(await offer(one.id, other)).toMatchObject(refused('insufficient_role'));
  expect(await lab.call('acceptOwnership', {}, one)).toMatchObject(refused('wrong_state', /no open offer/));
  expect(await offer(one.id)).toMatchObject({ status: 200, body: { ownership_offered_until: expect.any(String) } });
  expect(await lab.call('acceptOwnership', {}, other)).toMatchObject(refused('wrong_state', /no open offer/));
  expect(await lab.call('withdrawOwnershipOffer', {}, one)).toMatchObject({ status: 204 });
  expect(await lab.call('acceptOwnership', {}, one)).toMatchObject(refused('wrong_state'));
  await offer(one.id);
  now += days(7);
  expect(await lab.call('acceptOwnership', {}, one)).toMatchObject(refused('wrong_state'));
  await offer(other.id);
  await offer(one.id);
  const replies = await Promise.all([
    ...[one, one, other].map((who) => lab.call('acceptOwnership', {}, who)),
    lab.call('deleteMember', { params: { id: other.id } }, owner),
    offer(other.id),
  ]);
  expect(replies.slice(0, 3).filter(({ status }) => status === 200)).toHaveLength(1);
  const owners = lab.db.selectFrom('memberships').select('user_id').where('account_id', '=', owner.accountId);
  expect(await owners.where('role', '=', 'owner').execute()).toEqual([{ user_id: one.userId }]);
  await soon(async () => expect((await lab.call('getUser', {}, owner)).status).toBe(200));
  expect((await mailsTo(one.email)).at(-1)).toMatchObject({ template: 'ownership-transferred' });
});

test('of two admins who demote each other at the same time, one stays an admin', async () => {
  const owner = await givenAccount(lab.db);
  const [one, other] = [await joined(owner, 'admin'), await joined(owner, 'admin')];
  const demote = (id: number, who: Person) => lab.call('updateMember', { params: { id }, body: { role: 'read-only' } }, who);
  const replies = await Promise.all([demote(other.id, one), demote(one.id, other)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect((await rolesOf(owner)).sort()).toEqual(['admin', 'owner', 'read-only']);
});

test('the database refuses to delete the owner of an account', async () => {
  const { accountId } = await givenAccount(lab.db);
  const alone = lab.db.deleteFrom('memberships').where('account_id', '=', accountId);
  await expect(alone.execute()).rejects.toThrow(/has no owner/);
});

test('a token with limits of its own cannot invite or promote members', async () => {
  const owner = await givenAccount(lab.db);
  const member = await joined(owner, 'technical');
  const bounds = [{ monthlyCap: 100n }, { expiresAt: new Date(now + days(30)) }, { networks: ['127.0.0.0/8'] }];
  for (const bound of bounds) {
    const { token } = await createToken(lab.db, { ...owner, name: 'bound', abilities: ['write'], ...bound });
    const body = { email: `new-${owner.email}`, role: 'admin' };
    expect(await lab.call('createInvitation', { body }, { token })).toMatchObject(
      refused('out_of_scope', /without these limits/),
    );
    expect(await lab.call('updateMember', { params: { id: member.id }, body: { role: 'admin' } }, { token })).toMatchObject(
      refused('out_of_scope', /without these limits/),
    );
  }
});
