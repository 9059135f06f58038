/** Fixtures: users with passwords, and browsers that are signed in. */
import type { Database } from '@innkeeper/db/schema';
import { insertSession } from '@innkeeper/db/tables/sessions';
import { openUserPasswords, type UserPasswords } from '@innkeeper/domain/passwords/hash';
import { days } from '@innkeeper/model/time/clock';
import { hashSync } from '@node-rs/argon2';
import type { Kysely } from 'kysely';

export const PASSWORD = 'seven green lanterns';

/** Hash of `PASSWORD`, as weak as the library allows, so that verification takes almost no time. */
const WEAK = hashSync(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 1 });

export async function givenPassword(db: Kysely<Database>, { userId }: { userId: number }): Promise<void> {
  await db.updateTable('users').set({ password_hash: WEAK }).where('id', '=', userId).execute();
}

/** Returns password functions that count verifications. */
export function countedPasswords(): UserPasswords & { judged: number } {
  const passwords = openUserPasswords();
  const counted = {
    ...passwords,
    judged: 0,
    verify(...judging: Parameters<UserPasswords['verify']>) {
      counted.judged += 1;
      return passwords.verify(...judging);
    },
  };
  return counted;
}

/** Origin of the pages of a lab. */
export const ORIGIN = 'http://localhost:80';

export interface GivenSession {
  id: number;
  secret: string;
  /** Headers of a request of the session's browser. */
  headers: Record<string, string>;
}

/** Inserts a session that was signed in at `now`. */
export async function givenSession(
  db: Kysely<Database>,
  { accountId, userId }: { accountId: number; userId: number },
  now = new Date(),
): Promise<GivenSession> {
  return db.transaction().execute(async (trx) => {
    const expiresAt = new Date(now.getTime() + days(30));
    const { row, secret } = await insertSession(trx, { accountId, userId, from: null, userAgent: 'given', now, expiresAt });
    return { id: row.id, secret, headers: browserHeaders(secret) };
  });
}

/** Returns the headers of a browser with this session secret. */
export const browserHeaders = (secret: string): Record<string, string> => ({
  cookie: `theme=dark; __Host-innkeeper-session=${secret}`,
  origin: ORIGIN,
});
