/** Fixtures: authenticator apps of users. */
import type { Database } from '@innkeeper/db/schema';
import { deleteTotp, insertTotp } from '@innkeeper/db/tables/two-factor';
import { sealTotpSecret } from '@innkeeper/domain/access/second-factor';
import { openSealer } from '@innkeeper/model/installation/sealing';
import { codeOf, fromBase32, stepAt } from '@innkeeper/model/sign-in/totp';
import type { Kysely } from 'kysely';

/** Sealer of every lab. */
export const SEALER = openSealer(Buffer.alloc(32, 7));

/** Replaces a user's app by one with this secret, whose current code is still unused. */
export function givenTotp(db: Kysely<Database>, { userId }: { userId: number }, secret: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await deleteTotp(trx, userId);
    const sealed = sealTotpSecret(SEALER, userId, fromBase32(secret));
    const by = { enabled_at: new Date(), unproven_until: null, session_id: null };
    await insertTotp(trx, { user_id: userId, secret: sealed, last_step: 0n, ...by });
  });
}

/** Returns the code of a secret at `at`. A lab with a frozen clock needs the time of that clock, because a code is valid for 90 s. */
export const otpOf = (secret: string, at = new Date()): string => codeOf(fromBase32(secret), stepAt(at));
