/** Sessions of signed-in users. A cookie holds the secret, and the table stores its SHA-256. */
import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export type SessionRow = Selectable<Database['sessions']>;

const SECRET_BYTES = 32;

/** Returns a secret of 256 random bits. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Returns the hash that is stored for a secret. The secret is random and long, so no slow hash is needed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export interface NewSession {
  userId: number;
  accountId: number;
  /** Normalized address, or `null` if unknown. */
  from: string | null;
  userAgent: string;
  now: Date;
  expiresAt: Date;
  /** Identity provider that opened the session. Omitted if the user signed in here. */
  identityProviderId?: number | undefined;
  /** Time of the authentication, by default `now`. */
  authenticatedAt?: Date | undefined;
}

/** Inserts a session. The returned `secret` is not stored anywhere, and cannot be read again. */
export async function insertSession(
  trx: Transaction<Database>,
  { userId, accountId, from, userAgent, now, expiresAt, identityProviderId, authenticatedAt = now }: NewSession,
): Promise<{ row: SessionRow; secret: string }> {
  const secret = newSecret();
  const row = await trx
    .insertInto('sessions')
    .values({
      user_id: userId,
      account_id: accountId,
      secret_hash: hashSecret(secret),
      created_at: now,
      rotated_at: now,
      authenticated_at: authenticatedAt,
      last_used_at: now,
      last_used_from: from,
      user_agent: userAgent,
      expires_at: expiresAt,
      identity_provider_id: identityProviderId ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, secret };
}

/** Locks a session until the transaction ends. Returns `undefined` if the session has ended. */
export function lockSession(trx: Transaction<Database>, id: number): Promise<SessionRow | undefined> {
  return trx.selectFrom('sessions').selectAll().where('id', '=', id).where('ended_at', 'is', null).forUpdate().executeTakeFirst();
}

export interface RotatedSession extends Partial<Pick<SessionRow, 'account_id' | 'authenticated_at'>> {
  id: number;
  now: Date;
}

/**
 * Replaces the secret of a session and applies the changes. The previous secret stays valid until the new one is used, and a little longer.
 */
export async function rotateSession(
  trx: Transaction<Database>,
  { id, now, ...changes }: RotatedSession,
): Promise<{ row: SessionRow; secret: string }> {
  const secret = newSecret();
  const row = await trx
    .updateTable('sessions')
    .set((eb) => ({
      ...changes,
      secret_hash: hashSecret(secret),
      previous_hash: eb.ref('secret_hash'),
      previous_until: null,
      rotated_at: now,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, secret };
}

/** Ends open sessions of a user: one, all but one, or all. Returns how many ended. */
export async function endSessions(
  trx: Transaction<Database>,
  { userId, only, except, now }: { userId: number; only?: number; except?: number | undefined; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? 0))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends the sessions of a user that the account's identity provider opened. */
export async function endProviderSessions(
  trx: Transaction<Database>,
  { userId, accountId, now }: { userId: number; accountId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('identity_provider_id', 'is not', null)
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns a page of valid sessions, which were used after `idleSince`. Latest use first. */
export function pageOfSessions(
  db: Kysely<Database>,
  { userId, now, idleSince, ...page }: PageQuery & { userId: number; now: Date; idleSince: Date },
): Promise<Page<SessionRow>> {
  const validSessions = db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince);
  return pageOf(validSessions.orderBy('last_used_at', 'desc').orderBy('id', 'desc'), page);
}

/** Finds a session for the ownership check of a path. The owner is the given account if the session is the user's, else no account. */
export async function findSessionOf(
  db: Kysely<Database>,
  { id, userId, accountId }: { id: number; userId: number; accountId: number },
): Promise<(SessionRow & { account_id: number }) | undefined> {
  const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...row, account_id: row.user_id === userId ? accountId : NO_ACCOUNT };
}

/** An id that no account has. */
const NO_ACCOUNT = 0;

/**
 * Deletes sessions that ended or expired before this time. Also deletes challenges, links and sign-on requests that expired before it, and
 * password resets that were requested before it.
 */
export async function purgeSignIns(db: Kysely<Database>, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
    .execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before).execute();
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<', before).execute();
  await db.deleteFrom('sign_in_links').where('expires_at', '<', before).execute();
  await db.deleteFrom('sign_on_requests').where('expires_at', '<', before).execute();
  await db.deleteFrom('password_resets').where('created_at', '<', before).execute();
}

/** Deletes networks from which users last signed in before this time. */
export async function purgeSignInNetworks(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_places').where('last_used_at', '<', before).execute();
}

/** Records a sign-in from a network. Returns whether the network is new for the user, and whether it is the user's first. */
export async function recordSignInNetwork(
  trx: Transaction<Database>,
  { userId, network, now }: { userId: number; network: string; now: Date },
): Promise<{ isNew: boolean; isFirst: boolean }> {
  // The subquery does not see the row that this statement inserts.
  const others = trx.selectFrom('sign_in_places as before').select('before.user_id').where('before.user_id', '=', userId);
  return trx
    .insertInto('sign_in_places')
    .values({ user_id: userId, network, last_used_at: now })
    .onConflict((oc) => oc.columns(['user_id', 'network']).doUpdateSet({ last_used_at: now }))
    .returning(({ not, exists }) => [sql<boolean>`xmax = 0`.as('isNew'), not(exists(others)).$castTo<boolean>().as('isFirst')])
    .executeTakeFirstOrThrow();
}
