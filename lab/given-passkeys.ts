import { randomBytes } from 'node:crypto';
import type { Database } from '@innkeeper/db/schema';
import { insertPasskey } from '@innkeeper/db/tables/passkeys';
import type { Kysely } from 'kysely';

/** Inserts a passkey without an authenticator. Returns its id. */
export async function givenPasskey(db: Kysely<Database>, { userId }: { userId: number }): Promise<number> {
  const row = { credential_id: randomBytes(32), public_key: randomBytes(77), created_at: new Date() };
  const passkey = await db.transaction().execute((trx) => insertPasskey(trx, { user_id: userId, name: 'given', ...row }));
  if (!passkey) throw new Error('it is there already');
  return passkey.id;
}
