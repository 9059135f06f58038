/** Sessions as a request needs them. */
import { isIP } from 'node:net';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { profileOf, taxFactsOf } from '@innkeeper/db/tables/tax';
import type { BasisPoints } from '@innkeeper/model/money/money';
import { type Role, rolesThatMay, TOKEN_ABILITIES, type TokenAbility } from '@innkeeper/model/people/roles';
import type { SessionLimits } from '@innkeeper/model/settings/settings';
import { minutes } from '@innkeeper/model/time/clock';
import { decideTax } from '@innkeeper/model/vat/decide';
import { sql } from 'kysely';
import type { Cx } from '../context.ts';

export interface Session {
  readonly kind: 'session';
  readonly id: number;
  readonly accountId: number;
  readonly userId: number;
  /** Current role of the session's user in the account. */
  readonly role: Role;
  /** All abilities. Only the role limits a session. */
  readonly abilities: readonly TokenAbility[];
  /**
   * Time at which the session ends by inactivity or by its total age, whichever is earlier. For a previous secret, the end of that secret
   * if it is even earlier.
   */
  readonly expiresAt: Date;
  readonly lastUsedAt: Date;
  /** Time of the user's last authentication. */
  readonly authenticatedAt: Date;
  /** Identity provider of the account that opened the session, or `null` if the user signed in here. */
  readonly identityProviderId: number | null;
  /** Time at which the current secret was created. */
  readonly rotatedAt: Date;
  /** `true` if the account is suspended: it can only read, export its data and use tickets. */
  readonly suspended: boolean;
  /** `true` if the account is being closed. It is read-only, except that its owner can stop the closure. */
  readonly closing: boolean;
  /** VAT rate of the account, used to display prices. */
  readonly taxRate: BasisPoints;
  /** `true` if the previous secret is still valid because no request has used the new one. */
  readonly unconfirmed: boolean;
  /** `true` if this request used the current secret. */
  readonly current: boolean;
}

/** Minimum interval between two writes of `last_used_at`. */
const USE_NOTED_EVERY_MS = minutes(1);

/**
 * Finds a session by the SHA-256 of its secret in hex, or of its previous secret while that is valid. Returns `undefined` if the session
 * has ended or its user cannot use the account. The caller checks `expiresAt`.
 */
export async function findSession(
  db: Cx['db'],
  hash: string,
  { now, limits }: { now: Date; limits: SessionLimits },
): Promise<Session | undefined> {
  const given = Buffer.from(hash, 'hex');
  const found = await membersSessions(db)
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['s.id', 's.account_id as accountId', 's.user_id as userId', 'm.role', 's.last_used_at as lastUsedAt'])
    .select(['s.authenticated_at as authenticatedAt', 's.rotated_at as rotatedAt', 's.expires_at', 's.previous_until'])
    .select('s.identity_provider_id as identityProviderId')
    .select((eb) => eb('s.secret_hash', '=', given).$castTo<boolean>().as('current'))
    .select((eb) => eb('s.previous_hash', 'is not', null).$castTo<boolean>().as('rotated'))
    .select(taxFactsOf(sql`s.account_id`).as('facts'))
    .select((eb) => eb('a.suspended_at', 'is not', null).$castTo<boolean>().as('suspended'))
    .select((eb) => eb('a.closes_at', 'is not', null).$castTo<boolean>().as('closing'))
    .where((eb) =>
      eb.or([
        eb('s.secret_hash', '=', given),
        eb.and([
          eb('s.previous_hash', '=', given),
          eb.or([eb('s.previous_until', 'is', null), eb('s.previous_until', '>', now)]),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (!found) return undefined;
  const { facts, expires_at, previous_until, rotated, ...session } = found;
  const ends = [expires_at.getTime(), session.lastUsedAt.getTime() + limits.idleMs];
  if (!session.current && previous_until) ends.push(previous_until.getTime());
  return {
    ...session,
    kind: 'session',
    abilities: TOKEN_ABILITIES,
    expiresAt: new Date(Math.min(...ends)),
    taxRate: decideTax(profileOf(facts), now).rateBp,
    unconfirmed: rotated && previous_until === null,
  };
}

/**
 * Selects sessions that have not ended, of members who are not suspended. If members must use an identity provider, only sessions opened by
 * it and sessions of the owner match.
 */
function membersSessions(db: Cx['db']) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('memberships as m', (join) => join.onRef('m.account_id', '=', 's.account_id').onRef('m.user_id', '=', 's.user_id'))
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('identity_providers as p', 'p.account_id', 's.account_id')
    .where('s.ended_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('s.identity_provider_id', 'is', null), eb.or([eb('m.role', '=', 'owner'), eb('p.required', 'is not', true)])]),
        eb.and([eb('s.identity_provider_id', '=', eb.ref('p.id')), eb('p.enabled', '=', true)]),
      ]),
    );
}

/** Returns the account id of each session in `ids` that is valid, by session id. */
export async function findValidSessions(
  db: Cx['db'],
  ids: readonly number[],
  { now, idleSince, forWriting }: { now: Date; idleSince: Date; forWriting: boolean },
): Promise<Map<number, number>> {
  const rows = await membersSessions(db)
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['s.id', 's.account_id'])
    .where('s.id', 'in', ids)
    .where('s.expires_at', '>', now)
    .where('s.last_used_at', '>', idleSince)
    .$if(forWriting, (query) =>
      query
        .where('a.suspended_at', 'is', null)
        .where('a.closes_at', 'is', null)
        .where('m.role', 'in', rolesThatMay(['write'])),
    )
    .execute();
  return new Map(rows.map(({ id, account_id }) => [id, account_id]));
}

/** Records time and address of the last use, at most once a minute. The first use of a new secret sets the end of the previous one. */
export async function recordSessionUse(
  db: Cx['db'],
  session: Session,
  { now, from, limits }: { now: Date; from: string; limits: SessionLimits },
): Promise<void> {
  if (session.current && session.unconfirmed)
    await db
      .updateTable('sessions')
      .set({ previous_until: new Date(now.getTime() + limits.overlapMs) })
      .where('id', '=', session.id)
      .where('previous_hash', 'is not', null)
      .where('previous_until', 'is', null)
      .execute();
  const due = new Date(now.getTime() - USE_NOTED_EVERY_MS);
  if (session.lastUsedAt > due) return;
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, last_used_from: isIP(from) ? from : null })
    .where('id', '=', session.id)
    .where('last_used_at', '<=', due)
    .execute();
}

/**
 * Replaces the secret of a session if it is older than `limits.rotateMs`, and returns the new one. Returns `undefined` if the secret is not
 * due or another request has replaced it.
 *
 * A request with the previous secret also rotates while no request has used the new one. The reply with the new secret may have been lost.
 */
export async function rotateWhenDue(
  db: Cx['db'],
  session: Session,
  { hash, now, limits }: { hash: string; now: Date; limits: SessionLimits },
): Promise<string | undefined> {
  const due = new Date(now.getTime() - limits.rotateMs);
  if (session.rotatedAt > due || !(session.current || session.unconfirmed)) return undefined;
  const secret = newSecret();
  const given = Buffer.from(hash, 'hex');
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ secret_hash: hashSecret(secret), previous_hash: given, previous_until: null, rotated_at: now })
    .where('id', '=', session.id)
    .where('ended_at', 'is', null)
    .where('rotated_at', '<=', due)
    .where((eb) =>
      eb.or([eb('secret_hash', '=', given), eb.and([eb('previous_hash', '=', given), eb('previous_until', 'is', null)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n ? secret : undefined;
}
