/** Data of the first request of a page: the user who is signed in, the account, and facts of the installation. */
import type { Role } from '@innkeeper/model/people/roles';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { hasProvenTotp } from './two-factor.ts';

export interface SignedIn {
  session: Selectable<Database['sessions']>;
  user: {
    name: string;
    email: string;
    language: string;
    hasPassword: boolean;
    hasTotp: boolean;
    hasEmailCode: boolean;
    passkeys: number;
    /** Number of unused recovery codes. */
    recoveryCodesLeft: number;
  };
  account: { name: string; country: string; suspended: boolean; closesAt: Date | null };
  /** Number of the account's latest event, 0 before its first. */
  eventId: bigint;
}

/** Reads a session with its user and account. Returns `undefined` if the session has ended. */
export async function loadSignedIn(db: Kysely<Database>, sessionId: number): Promise<SignedIn | undefined> {
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .innerJoin('countries as c', 'c.id', 'a.country_id')
    .leftJoin('event_heads as h', 'h.account_id', 's.account_id')
    .selectAll('s')
    .select(['u.name', 'u.email', 'u.language', 'u.email_otp_enabled', 'a.name as account_name', 'c.code', 'a.closes_at'])
    .select('h.last_id')
    .select([
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      hasProvenTotp(sql`u.id`).as('has_totp'),
      sql<number>`(select count(*) from user_passkeys k where k.user_id = u.id)::int`.as('passkeys'),
      sql<number>`(select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null)::int`.as('codes_left'),
      sql<boolean>`a.suspended_at is not null`.as('suspended'),
    ])
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();
  if (!found) return undefined;
  const { name, email, language, email_otp_enabled, has_password, has_totp, passkeys, codes_left, ...others } = found;
  const { account_name, code, suspended, closes_at, last_id, ...session } = others;
  return {
    session,
    user: {
      ...{ name, email, language, passkeys, recoveryCodesLeft: codes_left },
      ...{ hasPassword: has_password, hasTotp: has_totp, hasEmailCode: email_otp_enabled },
    },
    account: { name: account_name, country: code, suspended, closesAt: closes_at },
    eventId: last_id ?? 0n,
  };
}

export interface OwnAccount {
  id: number;
  name: string;
  role: Role;
  memberId: number;
}

export interface AccountsAndData {
  /** Accounts of the user, ordered by name. Empty for a visitor. */
  accounts: OwnAccount[];
  /** True if the installation has data of countries. */
  hasGeoData: boolean;
}

/** Reads a user's accounts and facts of the installation in one statement. `userId` is `null` for a visitor. */
export async function loadAccountsAndData(db: Kysely<Database>, userId: number | null): Promise<AccountsAndData> {
  const { rows } = await sql<AccountsAndData>`
    select exists (select from geo_datasets where kind = 'country' and in_use) as "hasGeoData",
      coalesce((
        select json_agg(json_build_object('id', a.id, 'name', a.name, 'role', m.role, 'memberId', m.id) order by lower(a.name), a.id)
        from memberships m join accounts a on a.id = m.account_id where m.user_id = ${userId}), '[]') as accounts`.execute(db);
  return rows[0] ?? { accounts: [], hasGeoData: false };
}
