/** Access tokens as a request needs them. */
import { isIP } from 'node:net';

import { profileOf, taxFactsOf } from '@innkeeper/db/tables/tax';
import { minutes } from '@innkeeper/model/clock';
import type { IpNetwork } from '@innkeeper/model/ip-networks';
import type { BasisPoints } from '@innkeeper/model/money';
import { type Role, rolesThatMay, type TokenAbility } from '@innkeeper/model/roles';
import { parsedNetworks } from '@innkeeper/model/token-powers';
import { decideTax } from '@innkeeper/model/vat/decide';
import { sql } from 'kysely';
import type { Cx } from '../context.ts';

export interface AccessToken {
  readonly kind: 'token';
  readonly id: number;
  readonly accountId: number;
  readonly userId: number;
  /** Of its user in the account. */
  readonly role: Role;
  /** What it was granted; its user's role bounds it further. */
  readonly abilities: readonly TokenAbility[];
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** Whether its account is suspended, so that it may only read. */
  readonly suspended: boolean;
  /** Whether that is about to be closed: it may only read too, and undo that. */
  readonly closing: boolean;
  /** The VAT that the account is charged, to show prices with. */
  readonly taxRate: BasisPoints;
  /** From where it works; none: from everywhere. */
  readonly networks: readonly IpNetwork[];
  /** Ids of the servers that it is for; none: everything of its account. */
  readonly servers: readonly number[];
}

/** How exact `last_used_at` is: a write for every request would cost more than it tells. */
const USE_NOTED_EVERY_MS = minutes(1);

/**
 * By the token's sha256 in hex, or that of its secret of before a rotation while that works on; undefined when there is none, it was revoked, or its user is suspended or no longer a member.
 * Expiry is for the caller to judge; `now` decides the VAT.
 */
export async function findAccessToken(db: Cx['db'], hash: string, now: Date): Promise<AccessToken | undefined> {
  const given = Buffer.from(hash, 'hex');
  const found = await membersTokens(db)
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select([
      't.id',
      't.account_id as accountId',
      't.user_id as userId',
      't.abilities as granted',
      'm.role',
      't.expires_at as expiresAt',
      't.last_used_at as lastUsedAt',
      't.allowed_networks',
      't.server_ids as servers',
      't.previous_until',
    ])
    .select((eb) => eb('t.token_hash', '=', given).$castTo<boolean>().as('current'))
    .select(taxFactsOf(sql`t.account_id`).as('facts'))
    .select((eb) => eb('a.suspended_at', 'is not', null).$castTo<boolean>().as('suspended'))
    .select((eb) => eb('a.closes_at', 'is not', null).$castTo<boolean>().as('closing'))
    .where((eb) =>
      eb.or([eb('t.token_hash', '=', given), eb.and([eb('t.previous_hash', '=', given), eb('t.previous_until', '>', now)])]),
    )
    .executeTakeFirst();
  if (!found) return undefined;
  const { granted, facts, allowed_networks, previous_until, current, ...token } = found;
  const { rateBp: taxRate } = decideTax(profileOf(facts), now);
  return {
    ...token,
    kind: 'token',
    taxRate,
    expiresAt: current ? token.expiresAt : earlier(token.expiresAt, previous_until),
    networks: parsedNetworks(allowed_networks),
    abilities: granted as TokenAbility[],
  };
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other);

/** Tokens that were not revoked, of members who are not suspended. */
function membersTokens(db: Cx['db']) {
  return db
    .selectFrom('access_tokens as t')
    .innerJoin('memberships as m', (join) => join.onRef('m.account_id', '=', 't.account_id').onRef('m.user_id', '=', 't.user_id'))
    .innerJoin('users as u', 'u.id', 't.user_id')
    .where('t.revoked_at', 'is', null)
    .where('u.suspended_at', 'is', null);
}

/** Writes when the token was last used and from where, at most once a minute. */
export async function noteTokenUse(db: Cx['db'], token: AccessToken, { now, from }: { now: Date; from: string }): Promise<void> {
  const due = new Date(now.getTime() - USE_NOTED_EVERY_MS);
  if (token.lastUsedAt && token.lastUsedAt > due) return;
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: now, last_used_from: isIP(from) ? from : null })
    .where('id', '=', token.id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', due)]))
    .execute();
}

/**
 * Returns the account id of each of these tokens that holds, by its id: as `findAccessToken`, and not expired. With `toWrite` also those that may
 * not write, or whose members or accounts may not, are left out.
 */
export async function holdingTokens(
  db: Cx['db'],
  ids: readonly number[],
  now: Date,
  { toWrite = false } = {},
): Promise<Map<number, number>> {
  const holding = membersTokens(db)
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['t.id', 't.account_id'])
    .where('t.id', 'in', ids)
    .where((eb) => eb.or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', now)]));
  const writing = holding
    .where('a.suspended_at', 'is', null)
    .where('a.closes_at', 'is', null)
    .where('m.role', 'in', rolesThatMay(['write']))
    .where(sql<boolean>`'write' = any(t.abilities)`);
  const rows = await (toWrite ? writing : holding).execute();
  return new Map(rows.map(({ id, account_id }) => [id, account_id]));
}
