/** Identities of users at their account's identity provider, and pending sign-on requests. */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export type UserIdentity = Selectable<Database['user_identities']>;
export type SignOnRequest = Selectable<Database['sign_on_requests']>;

/** Finds an identity at a provider by its subject or by the user. */
export function findIdentity(
  db: Kysely<Database>,
  { providerId, ...of }: { providerId: number } & ({ subject: string } | { userId: number }),
): Promise<UserIdentity | undefined> {
  return db
    .selectFrom('user_identities')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where((eb) => ('subject' in of ? eb('subject', '=', of.subject) : eb('user_id', '=', of.userId)))
    .executeTakeFirst();
}

export async function insertIdentity(trx: Transaction<Database>, row: Insertable<Database['user_identities']>): Promise<void> {
  await trx.insertInto('user_identities').values(row).execute();
}

/** Replaces the identity of a signed-in user, who linked it. */
export async function putOwnIdentity(
  trx: Transaction<Database>,
  { providerId, userId, subject, email, now }: { providerId: number; userId: number; subject: string; email: string; now: Date },
): Promise<void> {
  await trx.deleteFrom('user_identities').where('provider_id', '=', providerId).where('user_id', '=', userId).execute();
  await insertIdentity(trx, {
    provider_id: providerId,
    user_id: userId,
    subject,
    email,
    linked_by_user: true,
    created_at: now,
    last_used_at: now,
  });
}

/** Records a sign-in with an identity and its current email address. */
export async function recordIdentityUse(
  trx: Transaction<Database>,
  id: number,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await trx.updateTable('user_identities').set({ email, last_used_at: now }).where('id', '=', id).execute();
}

/** Deletes the identities of a provider that is replaced, and ends its pending sign-on requests. */
export async function clearIdentities(trx: Transaction<Database>, providerId: number, now: Date): Promise<void> {
  await trx
    .updateTable('sign_on_requests')
    .set({ done_at: now })
    .where('provider_id', '=', providerId)
    .where('done_at', 'is', null)
    .execute();
  await trx.deleteFrom('user_identities').where('provider_id', '=', providerId).execute();
}

export async function insertSignOnRequest(
  trx: Transaction<Database>,
  row: Insertable<Database['sign_on_requests']>,
): Promise<void> {
  await trx.insertInto('sign_on_requests').values(row).execute();
}

/** Finds a sign-on request by the hash of the returned state and the hash of the browser's secret. Also finds a used request. */
export function findSignOnRequest(
  db: Kysely<Database>,
  { stateHash, browserHash }: { stateHash: Buffer; browserHash: Buffer },
): Promise<SignOnRequest | undefined> {
  return db
    .selectFrom('sign_on_requests')
    .selectAll()
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst();
}

/** Marks a sign-on request as used. Returns false if it was used before. */
export async function takeSignOnRequest(trx: Transaction<Database>, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sign_on_requests')
    .set({ done_at: now })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
