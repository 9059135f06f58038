/** Access tokens as a request needs them. */
import { isIP } from 'node:net';

import { profileOf, taxFactsOf } from '@innkeeper/db/tables/tax';
import type { BasisPoints } from '@innkeeper/model/money/money';
import type { IpNetwork } from '@innkeeper/model/net/ip-networks';
import { type Role, rolesThatMay, type TokenAbility } from '@innkeeper/model/people/roles';
import { parseNetworks } from '@innkeeper/model/people/token-powers';
import { minutes } from '@innkeeper/model/time/clock';
import { decideTax } from '@innkeeper/model/vat/decide';
import { sql } from 'kysely';
import type { Cx } from '../context.ts';

export interface AccessToken {
  readonly kind: 'token';
  readonly id: number;
  readonly accountId: number;
  readonly userId: number;
  /** Current role of the token's user in the account. */
  readonly role: Role;
  /** Granted abilities. The user's role limits them further. */
  readonly abilities: readonly TokenAbility[];
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** `true` if the account is suspended: it can only read, export its data and use tickets. */
  readonly suspended: boolean;
  /** `true` if the account is being closed. It is read-only, except that its owner can stop the closure. */
  readonly closing: boolean;
  /** VAT rate of the account, used to display prices. */
  readonly taxRate: BasisPoints;
  /** Networks from which the token may be used. Empty if unrestricted. */
  readonly networks: readonly IpNetwork[];
  /** Ids of the servers to which the token is restricted. Empty if unrestricted. */
  readonly servers: readonly number[];
}

/** Minimum interval between two writes of `last_used_at`. A write per request would cost more than it is worth. */
const USE_NOTED_EVERY_MS = minutes(1);

/**
 * Finds a token by the SHA-256 of its secret in hex, or of its previous secret while that is valid after a rotation. Returns `undefined` if
 * there is none, the token is revoked, or its user is suspended or no longer a member.
 *
 * The caller checks the expiry. `now` decides the VAT rate and whether the previous secret is valid.
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
    networks: parseNetworks(allowed_networks),
    abilities: granted as TokenAbility[],
  };
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other);

/** Selects tokens that are not revoked, of members who are not suspended. */
function membersTokens(db: Cx['db']) {
  return db
    .selectFrom('access_tokens as t')
    .innerJoin('memberships as m', (join) => join.onRef('m.account_id', '=', 't.account_id').onRef('m.user_id', '=', 't.user_id'))
    .innerJoin('users as u', 'u.id', 't.user_id')
    .where('t.revoked_at', 'is', null)
    .where('u.suspended_at', 'is', null);
}

/** Records time and address of the last use, at most once a minute. */
export async function recordTokenUse(
  db: Cx['db'],
  token: AccessToken,
  { now, from }: { now: Date; from: string },
): Promise<void> {
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
 * Returns the account id of each valid token in `ids`, by token id. A token is valid if `findAccessToken` finds it and it has not expired.
 * With `forWriting`, tokens are left out if they, their members or their accounts may not write.
 */
export async function findValidTokens(
  db: Cx['db'],
  ids: readonly number[],
  now: Date,
  { forWriting = false } = {},
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
  const rows = await (forWriting ? writing : holding).execute();
  return new Map(rows.map(({ id, account_id }) => [id, account_id]));
}
