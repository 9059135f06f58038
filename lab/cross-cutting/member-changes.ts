/** For each change of members: a request that succeeds each time, and another one for the same path. */
import { randomUUID } from 'node:crypto';
import { setRole } from '@innkeeper/db/tables/members';
import { sql } from 'kysely';
import { givenAccount } from '../given.ts';
import { givenInvitation, givenMember } from '../given-members.ts';
import type { RequestChanges, Setup } from './setup.ts';

type Change = () => Promise<RequestChanges & { other?: unknown }>;

export function memberChanges(opened: () => Setup) {
  const member = async () => ({
    id: await givenMember(opened().lab.db, { accountId: opened().me.accountId, role: 'technical' }),
  });
  const invited = () => ({ email: `${randomUUID()}@example.org`, role: 'technical' });
  const invitation = async () => ({ id: (await givenInvitation(opened().lab.db, { accountId: opened().me.accountId })).id });

  /** Inserts an invitation from an account of which the user is not a member. */
  async function invitationToMe() {
    const { accountId } = await givenAccount(opened().lab.db);
    return { secret: (await givenInvitation(opened().lab.db, { accountId, email: opened().me.email })).secret };
  }

  async function offerTo({ id }: { id: number }): Promise<void> {
    const { db } = opened().lab;
    await sql`insert into ownership_offers select account_id, user_id, now(), now() + interval '1 day' from memberships where id = ${id}
      on conflict (account_id) do update set user_id = excluded.user_id`.execute(db);
  }

  /** Makes another owner offer the ownership to the user. */
  async function offerToMe({ id }: { id: number }): Promise<void> {
    const mine = await opened()
      .lab.db.selectFrom('memberships')
      .select('id')
      .where('account_id', '=', opened().me.accountId)
      .where('user_id', '=', opened().me.userId)
      .executeTakeFirstOrThrow();
    await opened()
      .lab.db.transaction()
      .execute(async (trx) => {
        await setRole(trx, mine.id, 'admin');
        await setRole(trx, id, 'owner');
      });
    await offerTo(mine);
  }
  return {
    updateMember: async () => ({ params: await member(), body: { role: 'admin' }, other: { role: 'billing' } }),
    deleteMember: async () => ({ params: await member() }),
    createInvitation: async () => ({ body: invited(), other: invited() }),
    resendInvitation: async () => ({ params: await invitation() }),
    deleteInvitation: async () => ({ params: await invitation() }),
    acceptInvitation: async () => ({ body: await invitationToMe(), other: await invitationToMe() }),
    offerOwnership: async () => ({ body: { member_id: (await member()).id }, other: { member_id: (await member()).id } }),
    withdrawOwnershipOffer: async () => {
      await offerTo(await member());
      return {};
    },
    acceptOwnership: async () => {
      await offerToMe(await member());
      return {};
    },
  } satisfies Record<string, Change>;
}
