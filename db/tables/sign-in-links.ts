/** Links that sign a user in once. Only the command line of an installation makes them, for the demo account of a trial. */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface NewSignInLink {
  userId: number;
  secretHash: Buffer;
  expiresAt: Date;
}

/** Stores a link and ends the user's previous one. */
export async function putSignInLink(db: Kysely<Database>, { userId, secretHash, expiresAt }: NewSignInLink): Promise<void> {
  const values = { secret_hash: secretHash, expires_at: expiresAt };
  await db
    .insertInto('sign_in_links')
    .values({ user_id: userId, ...values })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(values))
    .execute();
}

/** Deletes a link that is valid at `now`, and returns its user. Returns `undefined` if it is unknown, used or expired. */
export async function takeSignInLink(
  trx: Transaction<Database>,
  { secretHash, now }: { secretHash: Buffer; now: Date },
): Promise<number | undefined> {
  const taken = await trx
    .deleteFrom('sign_in_links')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return taken?.user_id;
}
