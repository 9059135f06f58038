/** Users as sign-in reads them, and challenges: sign-ins with a correct password that still lack a second factor. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { hasProvenTotp } from './two-factor.ts';

export interface SignInUser {
  id: number;
  email: string;
  name: string;
  language: string;
  password_hash: string | null;
  suspended_at: Date | null;
  email_otp_enabled: boolean;
  /** True if the user has an authenticator app whose code a sign-in needs. */
  has_totp: boolean;
  has_passkey: boolean;
  /** True if the user has signed in from this network before. */
  known_place: boolean;
}

/** Finds a user by email address and ignores case. Runs one statement, whether or not the user exists. */
export function findSignInUser(db: Kysely<Database>, email: string, network: string): Promise<SignInUser | undefined> {
  return signInUsers(db, network).where(sql`lower(u.email)`, '=', email.toLowerCase()).executeTakeFirst();
}

/** Finds a user by id. */
export function findSignInUserById(db: Kysely<Database>, id: number, network: string): Promise<SignInUser | undefined> {
  return signInUsers(db, network).where('u.id', '=', id).executeTakeFirst();
}

function signInUsers(db: Kysely<Database>, network: string) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.name', 'u.language', 'u.password_hash', 'u.suspended_at', 'u.email_otp_enabled'])
    .select((eb) => [
      hasProvenTotp(sql`u.id`).as('has_totp'),
      eb
        .exists(eb.selectFrom('user_passkeys as k').select('k.id').whereRef('k.user_id', '=', 'u.id'))
        .$castTo<boolean>()
        .as('has_passkey'),
      eb
        .exists(
          eb
            .selectFrom('sign_in_places as p')
            .select('p.user_id')
            .whereRef('p.user_id', '=', 'u.id')
            .where('p.network', '=', network),
        )
        .$castTo<boolean>()
        .as('known_place'),
    ]);
}

/**
 * Returns the account that a session begins in: the oldest that the user owns, else the oldest. Returns `undefined` if the user is a member
 * of none.
 */
export async function firstAccountOf(db: Kysely<Database>, userId: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .orderBy(sql`role <> 'owner'`)
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst();
  return found?.account_id;
}

/**
 * Returns the account that a session begins in, like `firstAccountOf`, if no identity provider opened the session. Leaves out accounts that
 * require sign-in by their provider, unless the user is the owner. Returns `none` if the user is a member of no account, and `required` if
 * no other account is left.
 */
export async function chooseSessionAccount(db: Kysely<Database>, userId: number): Promise<number | 'none' | 'required'> {
  const found = await db
    .selectFrom('memberships as m')
    .leftJoin('identity_providers as p', 'p.account_id', 'm.account_id')
    .select(['m.account_id', sql<boolean>`m.role <> 'owner' and coalesce(p.required, false)`.as('refused')])
    .where('m.user_id', '=', userId)
    .orderBy('refused')
    .orderBy(sql`m.role <> 'owner'`)
    .orderBy('m.account_id')
    .limit(1)
    .executeTakeFirst();
  if (!found) return 'none';
  return found.refused ? 'required' : found.account_id;
}

export type Challenge = Selectable<Database['sign_in_challenges']>;

export async function insertChallenge(
  trx: Transaction<Database>,
  row: Insertable<Database['sign_in_challenges']>,
): Promise<number> {
  const { id } = await trx.insertInto('sign_in_challenges').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Locks a challenge until the transaction ends. */
export function lockChallenge(trx: Transaction<Database>, secretHash: Buffer): Promise<Challenge | undefined> {
  return trx.selectFrom('sign_in_challenges').selectAll().where('secret_hash', '=', secretHash).forUpdate().executeTakeFirst();
}

export async function updateChallenge(
  trx: Transaction<Database>,
  id: number,
  changes: Partial<Pick<Challenge, 'tries' | 'done_at'>>,
): Promise<void> {
  await trx.updateTable('sign_in_challenges').set(changes).where('id', '=', id).execute();
}

/** Ends all challenges of a user, so that a sign-in begun with the previous password cannot be completed. */
export async function endChallenges(trx: Transaction<Database>, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('sign_in_challenges')
    .set({ done_at: now })
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .execute();
}

/** Counts the codes that were mailed to a user since this time. */
export async function countEmailCodes(trx: Transaction<Database>, userId: number, since: Date): Promise<number> {
  const { n } = await trx
    .selectFrom('sign_in_challenges')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('user_id', '=', userId)
    .where('email_code_hash', 'is not', null)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return n;
}
