/** Fixtures: members and invitations. */
import { randomBytes } from 'node:crypto';
import type { Database } from '@innkeeper/db/schema';
import { insertInvitation, newInvitationSecret } from '@innkeeper/db/tables/invitations';
import { insertMembership, insertUser } from '@innkeeper/db/tables/users';
import type { Role } from '@innkeeper/model/people/roles';
import { days } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';

/** Inserts a new user who is a member of the account. Returns the member's id. */
export async function givenMember(
  db: Kysely<Database>,
  { accountId, role }: { accountId: number; role: Exclude<Role, 'owner'> },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const email = `${randomBytes(6).toString('hex')}@example.org`;
    const userId = await insertUser(trx, { email, name: 'Given member' });
    if (userId === undefined) throw new Error('the address is taken');
    return insertMembership(trx, { accountId, userId, role });
  });
}

/** Returns the user of a member. */
export function userOfMember(db: Kysely<Database>, id: number): Promise<{ userId: number; email: string }> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id as userId', 'u.email'])
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Inserts an invitation that is valid for a week. Returns its id and secret. */
export async function givenInvitation(
  db: Kysely<Database>,
  { accountId, email, role = 'technical' }: { accountId: number; email?: string; role?: Exclude<Role, 'owner'> },
): Promise<{ id: number; secret: string }> {
  const { secret, hash } = newInvitationSecret();
  const now = new Date();
  const id = await db.transaction().execute((trx) =>
    insertInvitation(trx, {
      account_id: accountId,
      email: email ?? `${randomBytes(6).toString('hex')}@example.org`,
      role,
      secret_hash: hash,
      created_at: now,
      sent_at: now,
      valid_until: new Date(now.getTime() + days(7)),
      expires_at: new Date(now.getTime() + days(7)),
    }),
  );
  return { id, secret };
}
