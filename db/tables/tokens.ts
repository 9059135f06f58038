/** Access tokens. A token is shown once, when it is created. The table stores its hash. */
import { createHash } from 'node:crypto';
import type { Cents } from '@innkeeper/model/money/money';
import type { TokenAbility } from '@innkeeper/model/people/roles';
import { hintOf, newTokenText } from '@innkeeper/model/people/token-text';
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export type AccessToken = Selectable<Database['access_tokens']>;

export interface NewToken {
  accountId: number;
  /** Id of a member of the account. */
  userId: number;
  name: string;
  abilities: readonly TokenAbility[];
  expiresAt?: Date | undefined;
  /** Maximum spending per month in cents, by default the limit of the account. */
  monthlyCap?: Cents | undefined;
  /** Allowed networks in CIDR form, by default all. */
  networks?: readonly string[] | undefined;
  /** Ids of the servers that the token is for. Omitted if the token is for everything of the account. */
  servers?: readonly number[] | undefined;
  /** Id of the token that creates this one. */
  madeBy?: number | undefined;
  now?: Date | undefined;
}

/** Creates a token. The returned `token` is not stored anywhere, and cannot be read again. */
export async function createToken(trx: Kysely<Database>, request: NewToken): Promise<{ id: number; token: string }> {
  const token = newTokenText();
  const { id } = await trx
    .insertInto('access_tokens')
    .values({
      account_id: request.accountId,
      user_id: request.userId,
      name: request.name,
      token_hash: hashToken(token),
      hint: hintOf(token),
      abilities: [...request.abilities],
      expires_at: request.expiresAt,
      monthly_cap: request.monthlyCap,
      allowed_networks: [...(request.networks ?? [])],
      server_ids: [...(request.servers ?? [])],
      made_by: request.madeBy,
      created_at: request.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** Returns the SHA-256 that is stored for a token. A token is random and long, so no slow hash is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Revokes a token permanently, and all tokens whose secret it received: those that it made or rotated, and those that they did. The
 * database notifies caches (channel `tokens`).
 *
 * Returns the ids of these other tokens, or `undefined` if the token does not exist or is already revoked.
 */
export async function revokeToken(trx: Transaction<Database>, id: number, now: Date): Promise<number[] | undefined> {
  const { rows } = await sql<{ id: number }>`
    with recursive reached (id) as (
      select id from access_tokens where id = ${id} and revoked_at is null
      union
      select t.id from access_tokens t join reached r on t.made_by = r.id or t.rotated_by = r.id
    )
    update access_tokens set revoked_at = ${now} where id in (select id from reached) and revoked_at is null
    returning id`.execute(trx);
  if (rows.length === 0) return undefined;
  return rows
    .map((row) => row.id)
    .filter((one) => one !== id)
    .sort((a, b) => a - b);
}

/** Updates a token that exists. */
export async function updateToken(
  trx: Transaction<Database>,
  id: number,
  changes: Pick<Updateable<Database['access_tokens']>, 'name' | 'abilities' | 'allowed_networks' | 'server_ids'>,
): Promise<AccessToken> {
  return trx.updateTable('access_tokens').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/**
 * Replaces the secret of a token. The previous secret works until `until`, or stops working immediately if `until` is `null`. `rotatedBy`
 * is the id of another token that receives the secret, `null` for a session, and `undefined` for the token itself.
 */
export async function rotateToken(
  trx: Transaction<Database>,
  { id, token_hash }: Pick<AccessToken, 'id' | 'token_hash'>,
  { now, until, rotatedBy }: { now: Date; until: Date | null; rotatedBy: number | null | undefined },
): Promise<{ row: AccessToken; secret: string }> {
  const secret = newTokenText();
  const row = await trx
    .updateTable('access_tokens')
    .set({
      token_hash: hashToken(secret),
      hint: hintOf(secret),
      created_at: now,
      previous_hash: until && token_hash,
      previous_until: until,
      ...(rotatedBy !== undefined && { rotated_by: rotatedBy }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, secret };
}

/** Invalidates the previous secret of a token. */
export async function endOverlap(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.updateTable('access_tokens').set({ previous_hash: null, previous_until: null }).where('id', '=', id).execute();
}

export function findToken(db: Kysely<Database>, id: number): Promise<AccessToken | undefined> {
  return db.selectFrom('access_tokens').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a token until the transaction ends. */
export function lockToken(trx: Transaction<Database>, id: number): Promise<AccessToken | undefined> {
  return trx.selectFrom('access_tokens').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export interface LeakedToken {
  id: number;
  account_id: number;
  email: string;
  hint: string;
  revoked_at: Date | null;
  previous_until: Date | null;
  /** True for a hash of the current secret. False for a hash of the previous secret. */
  current: boolean;
}

/** Finds the tokens with one of these hashes, as their current or previous secret. */
export async function findTokensByHash(db: Kysely<Database>, hashes: readonly Buffer[]): Promise<LeakedToken[]> {
  const { rows } = await sql<LeakedToken>`
    select t.id, t.account_id, u.email, t.hint, t.revoked_at, t.previous_until, bool_or(t.token_hash = h) as current
    from unnest(${hashes}::bytea[]) as h join access_tokens t on t.token_hash = h or t.previous_hash = h join users u on u.id = t.user_id
    group by t.id, u.email order by t.id`.execute(db);
  return rows;
}

/** Returns a page of valid tokens, oldest first, of one user or of all. */
export async function pageOfTokens(
  db: Kysely<Database>,
  { accountId, userId, now, ...page }: PageQuery & { accountId: number; userId?: number; now: Date },
): Promise<Page<AccessToken>> {
  const valid = validTokens(db, accountId, now).selectAll().orderBy('id');
  return pageOf(userId === undefined ? valid : valid.where('user_id', '=', userId), page);
}

/** Counts the valid tokens of an account. Locks the account, so that none is created until the caller's transaction ends. */
export async function lockAndCountTokens(trx: Transaction<Database>, accountId: number, now: Date): Promise<number> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { n } = await validTokens(trx, accountId, now).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

const validTokens = (db: Kysely<Database>, accountId: number, now: Date) =>
  db
    .selectFrom('access_tokens')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));

/** Lists all tokens of an account, including revoked ones. */
export async function listTokens(db: Kysely<Database>, accountId: number): Promise<AccessToken[]> {
  return db.selectFrom('access_tokens').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}
