/** Records two people who join an account. One of them is offered the ownership and accepts it, and later returns it. */
import { createToken } from '@innkeeper/db/tables/tokens';
import type { Chain } from '../chain.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenInvitation } from '../given-members.ts';
import type { Recorder } from './recorder.ts';

export async function recordMembers({
  chain,
  owner,
  call,
  keep,
}: Recorder & { chain: Chain; owner: GivenAccount }): Promise<void> {
  const invited = await call('createInvitation', { body: { email: 'alan@example.com', role: 'technical' } });
  await call('listInvitations', { query: { per_page: 2 } });
  await call('resendInvitation', { params: { id: invited.id } });
  await call('deleteInvitation', { params: { id: invited.id } });

  const grace = await givenAccount(chain.db);
  await chain.db
    .updateTable('users')
    .set({ email: 'grace@example.com', name: 'Grace Example' })
    .where('id', '=', grace.userId)
    .execute();
  const { secret } = await givenInvitation(chain.db, { accountId: owner.accountId, email: 'grace@example.com', role: 'billing' });
  const joined = await chain.call('acceptInvitation', { body: { secret } }, grace);
  keep('acceptInvitation', { body: { secret: '5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4e' }, reply: joined.body });
  const toMary = await givenInvitation(chain.db, { accountId: owner.accountId, email: 'mary@example.com', role: 'read-only' });
  const asMary = { name: 'Mary Example', password: 'seven green lanterns' };
  const made = await chain.call('joinWithNewUser', { body: { ...asMary, secret: toMary.secret } });
  keep('joinWithNewUser', { body: { secret: '8Yb1N5Zt0kWqLcJ2rX3vPm7hGd9FsA4e', ...asMary }, reply: made.body });
  await call('listMembers', { query: { per_page: 2 } });
  const member = await chain.db
    .selectFrom('memberships')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', grace.userId)
    .executeTakeFirstOrThrow();
  await call('updateMember', { params: { id: member.id }, body: { role: 'admin' } });
  await call('offerOwnership', { body: { member_id: member.id } });
  await call('withdrawOwnershipOffer');
  await call('offerOwnership', { body: { member_id: member.id } });
  const ofGrace = await createToken(chain.db, {
    accountId: owner.accountId,
    userId: grace.userId,
    name: 'given',
    abilities: ['write', 'account'],
  });
  const accepted = await chain.call('acceptOwnership', {}, ofGrace);
  if (accepted.status !== 200) throw new Error(`acceptOwnership was refused: ${accepted.text}`);
  keep('acceptOwnership', { reply: accepted.body });
  const me = (await chain.call('listMembers', {}, ofGrace)).body.data[0];
  await chain.call('offerOwnership', { body: { member_id: me.id } }, ofGrace);
  await call('acceptOwnership');
  await call('deleteMember', { params: { id: member.id } });
}
