/** Sessions as a request needs them. */
import { isIP } from 'node:net';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { profileOf, taxFactsOf } from '@innkeeper/db/tables/tax';
import { minutes } from '@innkeeper/model/clock';
import type { BasisPoints } from '@innkeeper/model/money';
import { type Role, rolesThatMay, TOKEN_ABILITIES, type TokenAbility } from '@innkeeper/model/roles';
import type { SessionLimits } from '@innkeeper/model/settings';
import { decideTax } from '@innkeeper/model/vat/decide';
import { sql } from 'kysely';
import type { Cx } from '../context.ts';

export interface Session {
  readonly kind: 'session';
  readonly id: number;
  readonly accountId: number;
  readonly userId: number;
  /** Of its user in the account. */
  readonly role: Role;
  /** Of what was granted there is no bound but the role. */
  readonly abilities: readonly TokenAbility[];
  /** When it ends if it is not used again, or however much it is used, whichever is first. */
  readonly expiresAt: Date;
  readonly lastUsedAt: Date;
  /** When its user has last proven who it is. */
  readonly authenticatedAt: Date;
  /** The identity provider of its account that opened it; null: its user has signed in here. */
  readonly identityProviderId: number | null;
  /** When its secret was made. */
  readonly rotatedAt: Date;
  /** Whether its account is suspended, so that it may only read. */
  readonly suspended: boolean;
  /** Whether that is about to be closed: it may only read too, and undo that. */
  readonly closing: boolean;
  /** The VAT that the account is charged, to show prices with. */
  readonly taxRate: BasisPoints;
  /** Whether the secret of before still works since nobody has used the new one. */
  readonly unconfirmed: boolean;
  /** Whether this request has the new one. */
  readonly current: boolean;
}

/** How exact `last_used_at` is. */
const USE_NOTED_EVERY_MS = minutes(1);

/** By the sha256 of its secret in hex, or of the one before while that works; undefined when it has ended, or its user is no member. */
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

/** Those that have not ended, of members who are not suspended; where members must sign in by an identity provider, those that it opened, and the owner's. */
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

/** Returns the account id of each of these sessions that holds, by its id. */
export async function holdingSessions(
  db: Cx['db'],
  ids: readonly number[],
  { now, idleSince, toWrite }: { now: Date; idleSince: Date; toWrite: boolean },
): Promise<Map<number, number>> {
  const rows = await membersSessions(db)
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['s.id', 's.account_id'])
    .where('s.id', 'in', ids)
    .where('s.expires_at', '>', now)
    .where('s.last_used_at', '>', idleSince)
    .$if(toWrite, (query) =>
      query
        .where('a.suspended_at', 'is', null)
        .where('a.closes_at', 'is', null)
        .where('m.role', 'in', rolesThatMay(['write'])),
    )
    .execute();
  return new Map(rows.map(({ id, account_id }) => [id, account_id]));
}

/** Writes when it was last used and from where, at most once a minute; and, once its new secret came, until when the one before works. */
export async function noteSessionUse(
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
 * Gives it another secret when the one of now is as old as it may be; undefined when it is not, or another request did. Also for the
 * secret of before, as long as nobody has used the new one: the reply that had it may have been lost.
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
