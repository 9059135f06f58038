import { holdBalance } from '@innkeeper/db/ledger';
import { loadProfile, type Profile, standingOf, updateContact, updatePreferences } from '@innkeeper/db/tables/profiles';
import { requireAbility } from '@innkeeper/domain/access/roles';
import type { Customer } from '@innkeeper/domain/actor';
import { giveReferral } from '@innkeeper/domain/affiliates/attribute';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireCountry } from '@innkeeper/domain/resources/catalogue';
import { refuseProviderSession } from '@innkeeper/domain/sign-in/current-session';
import { requireRecent } from '@innkeeper/domain/sign-in/recent';
import { setBillingData } from '@innkeeper/domain/tax/billing-data';
import { invalid } from '@innkeeper/model/failures';
import { isCompanyFrozen, isCountryFrozen } from '@innkeeper/model/profile-freezes';
import { normalVatNumber } from '@innkeeper/model/vat/checking';

const OF_COMPANY = ['company_name', 'company_address', 'company_number', 'vat_number'] as const;
const ADDRESS = ['address', 'city', 'postal_code'] as const;
const CONTACT = ['phone_number', 'tech_email'] as const;
const PREFERENCES = ['language', 'newsletter', 'email_otp_enabled'] as const;

type Text = (typeof OF_COMPANY | typeof ADDRESS | typeof CONTACT)[number];

/** An empty text removes what was there; what is left out stays. */
export type UpdateUser = { readonly [Field in Text]?: string | undefined } & {
  readonly country_id?: number | undefined;
  readonly company?: boolean | undefined;
  readonly referral_code?: string | undefined;
  readonly language?: string | undefined;
  readonly newsletter?: boolean | undefined;
  readonly email_otp_enabled?: boolean | undefined;
};

/**
 * Changes what an account says of itself, and what its user likes. Clients send their whole form, so what is as it was is no change.
 * Throws `validation` with the field: for a country or company that may not change any more (model/profile-freezes.ts), for data of a
 * company that is none, for a VAT number of another country, and what `giveReferral` throws; `insufficient_role` to a member who may not
 * pay and changes more than the own preferences; `reauthentication_required` in a session for e-mail codes.
 */
export async function updateUser(cx: MutatingCx<Customer>, input: UpdateUser): Promise<Profile> {
  const { db, actor, clock } = cx;
  // Payments of the account wait, so that none makes the country final meanwhile. They hold this row before all others.
  await holdBalance(db, actor.accountId);
  const before = await loadProfile(db, actor, clock.now());
  const changed = await changesOf(cx, before, input);
  const { billing, contact, preferences, referral_code } = changed;
  if (Object.keys({ ...billing, ...contact }).length > 0 || referral_code !== undefined) requireAbility(cx, 'pay');
  // It is a second factor.
  if (preferences.email_otp_enabled !== undefined) refuseProviderSession(cx.actor);
  if (preferences.email_otp_enabled !== undefined) requireRecent(cx);
  if (Object.keys(billing).length > 0) await setBillingData(cx, actor.accountId, billing);
  if (Object.keys(contact).length > 0) await updateContact(db, actor.accountId, contact);
  if (Object.keys(preferences).length > 0) await updatePreferences(db, actor.userId, preferences);
  const referred = referral_code !== undefined && (await giveReferral(cx, actor.accountId, referral_code));
  const fields = [billing, contact, preferences].flatMap((part) => Object.keys(part));
  if (referred) fields.push('referral_code');
  if (fields.length > 0) await audit(cx, 'updateUser', { kind: 'account', id: actor.accountId }, { changed: fields });
  return loadProfile(db, actor, clock.now());
}

async function changesOf(cx: MutatingCx<Customer>, before: Profile, input: UpdateUser) {
  const company = input.company ?? before.company;
  const texts = differing(before, input, [...ADDRESS, ...OF_COMPANY]);
  const foreign = company ? undefined : OF_COMPANY.find((field) => input[field]);
  if (foreign) throw invalid(foreign, 'Only a company can have this. Set company first.');
  const billing = {
    ...texts,
    ...(company !== before.company && { company }),
    ...(before.company && !company && NO_COMPANY),
    ...(input.country_id !== undefined &&
      input.country_id !== before.country_id && { country: await requireCountry(cx, input.country_id) }),
  };
  await refuseFrozen(cx, billing);
  return {
    billing,
    contact: differing(before, input, CONTACT),
    preferences: chosen(before.user, input),
    referral_code: input.referral_code,
  };
}

const NO_COMPANY = { company_name: null, company_address: null, company_number: null, vat_number: null };

/** Those that are given and not as they were; null removes. */
function differing<Field extends Text>(
  before: Readonly<Record<Field, string | null>>,
  input: UpdateUser,
  fields: readonly Field[],
): { [F in Field]?: string | null } {
  const changed: { [F in Field]?: string | null } = {};
  for (const field of fields) {
    const given = input[field];
    if (given === undefined) continue;
    const wanted = (field === 'vat_number' ? normalVatNumber(given) : given) || null;
    if (wanted !== before[field]) changed[field] = wanted;
  }
  return changed;
}

function chosen(before: Profile['user'], input: UpdateUser): Pick<UpdateUser, (typeof PREFERENCES)[number]> {
  return Object.fromEntries(
    PREFERENCES.flatMap((field) => (input[field] !== undefined && input[field] !== before[field] ? [[field, input[field]]] : [])),
  );
}

async function refuseFrozen({ db, actor, clock }: MutatingCx<Customer>, billing: object): Promise<void> {
  const ofCompany = ['company', ...OF_COMPANY].find((field) => field in billing);
  if (!('country' in billing) && !ofCompany) return;
  const standing = await standingOf(db, actor.accountId);
  if ('country' in billing && isCountryFrozen(standing))
    throw invalid('country_id', 'The country cannot be changed after a company is set or an order is paid. Contact support.');
  if (ofCompany && isCompanyFrozen(standing, clock.now()))
    throw invalid(
      ofCompany,
      'This can be changed only before the first paid order, or within 5 days of the first deposit. Contact support.',
    );
}
