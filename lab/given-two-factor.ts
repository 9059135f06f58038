/** Authenticator apps of users, for tests. */
import type { Database } from '@innkeeper/db/schema';
import { deleteTotp, insertTotp } from '@innkeeper/db/tables/two-factor';
import { sealSecret } from '@innkeeper/domain/access/second-factor';
import { openSealer } from '@innkeeper/model/sealing';
import { codeOf, fromBase32, stepAt } from '@innkeeper/model/totp';
import type { Kysely } from 'kysely';

/** Of every lab. */
export const SEALER = openSealer(Buffer.alloc(32, 7));

/** Has a user an app with this secret, whose code of now is not taken yet; in place of the one before. */
export function givenTotp(db: Kysely<Database>, { userId }: { userId: number }, secret: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await deleteTotp(trx, userId);
    const sealed = sealSecret(SEALER, userId, fromBase32(secret));
    await insertTotp(trx, { user_id: userId, secret: sealed, last_step: 0n, enabled_at: new Date() });
  });
}

/** Returns the code of a secret at `at`. A lab whose clock is frozen needs the time of that clock: a code is valid for 90 s. */
export const otpOf = (secret: string, at = new Date()): string => codeOf(fromBase32(secret), stepAt(at));
