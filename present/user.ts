import type { User } from '@innkeeper/contract/schemas/user';
import type { Profile } from '@innkeeper/db/tables/profiles';
import { presentCountry } from './country.ts';
import { iso } from './time.ts';

export function presentUser({ user, ...account }: Profile): User {
  return {
    name: account.name,
    email: user.email,
    tech_email: account.tech_email,
    phone_number: account.phone_number,
    country: presentCountry(account.country),
    city: account.city,
    address: account.address,
    postal_code: account.postal_code,
    language: user.language,
    aff_hash: account.referral_code,
    company: account.company,
    company_name: account.company_name,
    company_address: account.company_address,
    company_number: account.company_number,
    vat_number: account.vat_number,
    '2fa_enabled': user.two_factor,
    email_otp_enabled: user.email_otp_enabled,
    newsletter: user.newsletter,
    muted_mails: user.muted_mails,
    created_at: iso(account.created_at),
  };
}
