/** Access tokens: shown once when made, kept as a hash. */
import { createHash, randomInt } from 'node:crypto';
import type { Cents } from '@innkeeper/model/money';
import type { TokenAbility } from '@innkeeper/model/roles';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Database } from '../schema.ts';

const PREFIX = 'ik_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 40 of 62 characters are 238 bits. */
const LENGTH = 40;
const HINT_LENGTH = 7;

export type AccessToken = Selectable<Database['access_tokens']>;

export interface NewToken {
  accountId: number;
  /** A member of the account. */
  userId: number;
  name: string;
  abilities: readonly TokenAbility[];
  expiresAt?: Date | undefined;
  /** What may be spent with it in a month; default: as much as its account may. */
  monthlyCap?: Cents | undefined;
}

/** Makes a token. `token` is the only copy of the secret there will ever be. */
export async function createToken(trx: Kysely<Database>, wanted: NewToken): Promise<{ id: number; token: string }> {
  const token = PREFIX + Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const { id } = await trx
    .insertInto('access_tokens')
    .values({
      account_id: wanted.accountId,
      user_id: wanted.userId,
      name: wanted.name,
      token_hash: hashToken(token),
      hint: token.slice(0, HINT_LENGTH),
      abilities: [...wanted.abilities],
      expires_at: wanted.expiresAt,
      monthly_cap: wanted.monthlyCap,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** What is stored of a token: its sha256. It is random and long, so that no slow hash is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Revokes a token for good; caches are notified by the database (channel `tokens`). False when there is none to revoke. */
export async function revokeToken(trx: Transaction<Database>, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** All tokens of an account, revoked ones too. */
export async function listTokens(db: Kysely<Database>, accountId: number): Promise<AccessToken[]> {
  return db.selectFrom('access_tokens').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}
