/** Sessions of users who have signed in: a secret is in a cookie, its sha256 here. */
import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageWanted, pageOf } from './page.ts';

export type SessionRow = Selectable<Database['sessions']>;

const SECRET_BYTES = 32;

/** 256 random bits. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** What is stored of a secret: it is random and long, so that no slow hash is needed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export interface NewSession {
  userId: number;
  accountId: number;
  /** Normalised; null: unknown. */
  from: string | null;
  userAgent: string;
  now: Date;
  expiresAt: Date;
  /** Who opened it; default: the user, here. */
  identityProviderId?: number | undefined;
  /** Default: now. */
  authenticatedAt?: Date | undefined;
}

/** `secret` is the only copy that there will ever be. */
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

/** Held until the transaction ends; undefined when it has ended. */
export function lockSession(trx: Transaction<Database>, id: number): Promise<SessionRow | undefined> {
  return trx.selectFrom('sessions').selectAll().where('id', '=', id).where('ended_at', 'is', null).forUpdate().executeTakeFirst();
}

export interface RotatedSession extends Partial<Pick<SessionRow, 'account_id' | 'authenticated_at'>> {
  id: number;
  now: Date;
}

/** Gives it another secret, and what goes with that. The one of before works on until the new one is used, and a little longer. */
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

/** Ends those of a user that have not ended: one, or all but one, or all. Returns how many. */
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

/** Those of a user that an account's identity provider has opened. */
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

/** Those that hold: used since `idleSince`. The last one used first. */
export function pageOfSessions(
  db: Kysely<Database>,
  { userId, now, idleSince, ...wanted }: PageWanted & { userId: number; now: Date; idleSince: Date },
): Promise<Page<SessionRow>> {
  const holding = db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince);
  return pageOf(holding.orderBy('last_used_at', 'desc').orderBy('id', 'desc'), wanted);
}

/** As the owner of what a path names: for its user, that of any of the user's accounts is theirs; of nobody else. */
export async function findSessionOf(
  db: Kysely<Database>,
  { id, userId, accountId }: { id: number; userId: number; accountId: number },
): Promise<(SessionRow & { account_id: number }) | undefined> {
  const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...row, account_id: row.user_id === userId ? accountId : OF_ANOTHER };
}

/** No account has this id. */
const OF_ANOTHER = 0;

/** What ended before, and what was never finished. */
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

/** Where a user was last before. */
export async function purgePlaces(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_places').where('last_used_at', '<', before).execute();
}

/** Whether the user has signed in from there before. Notes that it was now. */
export async function notePlace(
  trx: Transaction<Database>,
  { userId, network, now }: { userId: number; network: string; now: Date },
): Promise<{ isNew: boolean; isFirst: boolean }> {
  // The statement does not see its own row.
  const others = trx.selectFrom('sign_in_places as before').select('before.user_id').where('before.user_id', '=', userId);
  return trx
    .insertInto('sign_in_places')
    .values({ user_id: userId, network, last_used_at: now })
    .onConflict((oc) => oc.columns(['user_id', 'network']).doUpdateSet({ last_used_at: now }))
    .returning(({ not, exists }) => [sql<boolean>`xmax = 0`.as('isNew'), not(exists(others)).$castTo<boolean>().as('isFirst')])
    .executeTakeFirstOrThrow();
}
