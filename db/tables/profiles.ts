/** The profile of a customer: the account, and the user who requests it. */
import type { MutedMail } from '@innkeeper/model/mail/muted';
import type { FreezeFacts } from '@innkeeper/model/people/profile-freezes';
import { consumerRate } from '@innkeeper/model/vat/consumer-rate';
import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { Account, Database } from '../schema.ts';
import type { CountryWithRate } from './countries.ts';
import { profileOf, taxFactsOf } from './tax.ts';

export interface Profile extends Account {
  country: CountryWithRate;
  /** Code with which the account refers others, or `null` until its affiliate program is activated. */
  referral_code: string | null;
  user: {
    email: string;
    language: string;
    newsletter: boolean;
    muted_mails: MutedMail[];
    email_otp_enabled: boolean;
    two_factor: boolean;
  };
}

/** Loads the profile of a user in an account. `now` determines the VAT rate, which is that of a consumer at this address. */
export async function loadProfile(
  db: Kysely<Database>,
  { accountId, userId }: { accountId: number; userId: number },
  now: Date,
): Promise<Profile> {
  const found = await db
    .selectFrom('accounts as a')
    .innerJoin('countries as c', 'c.id', 'a.country_id')
    .innerJoin('users as u', (join) => join.on('u.id', '=', userId))
    .leftJoin('affiliate_codes as f', (join) => join.onRef('f.affiliate_id', '=', 'a.id').on('f.current', '=', true))
    .selectAll('a')
    .select([
      'c.code as country_code',
      'c.name as country_name',
      'f.code as referral_code',
      taxFactsOf(sql`a.id`).as('tax_facts'),
    ])
    .select(['u.email', 'u.language', 'u.newsletter', 'u.muted_mails', 'u.email_otp_enabled'])
    .select(
      sql<boolean>`exists (
        select from user_totp t where t.user_id = u.id and (t.unproven_until is null or t.unproven_until > ${now}))`.as(
        'two_factor',
      ),
    )
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const {
    country_code,
    country_name,
    tax_facts,
    email,
    language,
    newsletter,
    muted_mails,
    email_otp_enabled,
    two_factor,
    ...account
  } = found;
  const tax_rate_bp = consumerRate(profileOf(tax_facts), now);
  const country = { id: account.country_id, code: country_code, name: country_name, tax_rate_bp };
  return { ...account, country, user: { email, language, newsletter, muted_mails, email_otp_enabled, two_factor } };
}

/** Returns the facts that decide whether the country and company of an account may change. */
export async function loadFreezeFacts(db: Kysely<Database>, accountId: number): Promise<FreezeFacts> {
  const { rows } = await sql<FreezeFacts>`
    select a.company,
      exists (select from orders o where o.account_id = a.id and o.paid_at is not null and o.type <> 'deposit') as paid,
      (select min(e.created_at) from ledger_entries e where e.account_id = a.id and e.kind = 'deposit') as "firstDepositAt"
    from accounts a where a.id = ${accountId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`there is no account ${accountId}`);
  return row;
}

export type Contact = Pick<Updateable<Database['accounts']>, 'phone_number' | 'tech_email'>;

export async function updateContact(trx: Transaction<Database>, accountId: number, contact: Contact): Promise<void> {
  await trx.updateTable('accounts').set(contact).where('id', '=', accountId).execute();
}

export type Preferences = Pick<Updateable<Database['users']>, 'language' | 'newsletter' | 'muted_mails' | 'email_otp_enabled'>;

export async function updatePreferences(trx: Transaction<Database>, userId: number, preferences: Preferences): Promise<void> {
  await trx.updateTable('users').set(preferences).where('id', '=', userId).execute();
}
