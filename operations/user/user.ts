/** The profile of the caller's account, and the preferences of its user. */
import { isDeepStrictEqual } from 'node:util';
import { lockBalance } from '@innkeeper/db/ledger';
import { loadFreezeFacts, loadProfile, type Profile, updateContact, updatePreferences } from '@innkeeper/db/tables/profiles';
import { requireAbility } from '@innkeeper/domain/access/roles';
import type { Customer } from '@innkeeper/domain/actor';
import { setReferral } from '@innkeeper/domain/affiliates/attribute';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { requireCountry } from '@innkeeper/domain/resources/catalogue';
import { refuseProviderSession } from '@innkeeper/domain/sign-in/current-session';
import { requireRecentAuthentication } from '@innkeeper/domain/sign-in/recent-authentication';
import { setBillingData } from '@innkeeper/domain/tax/billing-data';
import { invalid } from '@innkeeper/model/failures';
import { MUTED_MAILS } from '@innkeeper/model/mail/muted';
import { isCompanyFrozen, isCountryFrozen } from '@innkeeper/model/people/profile-freezes';
import { normaliseVatNumber } from '@innkeeper/model/vat/checking';
import { vatPlaceOf } from '@innkeeper/model/vat/territories';
import { presentUser } from '@innkeeper/present/user';
import type { Input, Reply } from '../define.ts';

const COMPANY_FIELDS = ['company_name', 'company_address', 'company_number', 'vat_number'] as const;
const ADDRESS = ['address', 'city', 'postal_code'] as const;
const CONTACT = ['phone_number', 'tech_email'] as const;
const PREFERENCES = ['language', 'newsletter', 'muted_mails', 'email_otp_enabled'] as const;

type Text = (typeof COMPANY_FIELDS | typeof ADDRESS | typeof CONTACT)[number];

/** Profile changes. An empty string clears a field, and omitted fields stay unchanged. */
type Changes = Input<'updateUser'>['body'];

/** Returns the caller's account and the user behind the token. */
export async function getUser(cx: Cx<Customer>): Promise<Reply<'getUser'>> {
  return presentUser(await loadProfile(cx.db, cx.actor, cx.clock.now()));
}

/**
 * Changes the profile of the account and the preferences of its user. Clients send the whole form, so unchanged values count as no change.
 *
 * Throws `validation` with the field: for a frozen country, VAT territory or company (model/people/profile-freezes.ts), for a refused country, for
 * company data without a company, for a VAT number of another country, and for the errors of `setReferral`.
 *
 * Throws `insufficient_role` for a member who may not pay and changes more than preferences. Throws `reauthentication_required` in a
 * session that changes email codes.
 */
export async function updateUser(cx: MutatingCx<Customer>, { body }: Input<'updateUser'>): Promise<Reply<'updateUser'>> {
  const { db, actor, clock } = cx;
  // Lock the balance first, so that no payment can make the country final in the meantime. Payments lock this row before all others.
  await lockBalance(db, actor.accountId);
  const before = await loadProfile(db, actor, clock.now());
  const changed = await changesOf(cx, before, body);
  const { billing, contact, preferences, referral_code } = changed;
  if (Object.keys({ ...billing, ...contact }).length > 0 || referral_code !== undefined) requireAbility(cx, 'pay');
  // Email codes are a second factor.
  if (preferences.email_otp_enabled !== undefined) refuseProviderSession(cx.actor);
  if (preferences.email_otp_enabled !== undefined) requireRecentAuthentication(cx);
  if (Object.keys(billing).length > 0) await setBillingData(cx, actor.accountId, billing);
  if (Object.keys(contact).length > 0) await updateContact(db, actor.accountId, contact);
  if (Object.keys(preferences).length > 0) await updatePreferences(db, actor.userId, preferences);
  const referred = referral_code !== undefined && (await setReferral(cx, actor.accountId, referral_code));
  const fields = [billing, contact, preferences].flatMap((part) => Object.keys(part));
  if (referred) fields.push('referral_code');
  if (fields.length > 0) await audit(cx, 'updateUser', { kind: 'account', id: actor.accountId }, { changed: fields });
  return presentUser(await loadProfile(db, actor, clock.now()));
}

async function changesOf(cx: MutatingCx<Customer>, before: Profile, input: Changes) {
  const company = input.company ?? before.company;
  const texts = changedFields(before, input, [...ADDRESS, ...COMPANY_FIELDS]);
  const foreign = company ? undefined : COMPANY_FIELDS.find((field) => input[field]);
  if (foreign) throw invalid(foreign, 'Only a company can have this. Set company first.');
  const billing = {
    ...texts,
    ...(company !== before.company && { company }),
    ...(before.company && !company && NO_COMPANY),
    ...(input.country_id !== undefined &&
      input.country_id !== before.country_id && { country: await requireCountry(cx, input.country_id) }),
  };
  await refuseFrozen(cx, before, billing);
  return {
    billing,
    contact: changedFields(before, input, CONTACT),
    preferences: changedPreferences(before.user, input),
    referral_code: input.referral_code,
  };
}

const NO_COMPANY = { company_name: null, company_address: null, company_number: null, vat_number: null };

/** Returns the given fields that differ from the stored ones. `null` clears a field. */
function changedFields<Field extends Text>(
  before: Readonly<Record<Field, string | null>>,
  input: Changes,
  fields: readonly Field[],
): { [F in Field]?: string | null } {
  const changed: { [F in Field]?: string | null } = {};
  for (const field of fields) {
    const given = input[field];
    if (given === undefined) continue;
    const value = (field === 'vat_number' ? normaliseVatNumber(given) : given) || null;
    if (value !== before[field]) changed[field] = value;
  }
  return changed;
}

function changedPreferences(before: Profile['user'], input: Changes): Pick<Changes, (typeof PREFERENCES)[number]> {
  // In a fixed order, so that the same mails in another order are no change.
  const given = {
    ...input,
    ...(input.muted_mails && { muted_mails: MUTED_MAILS.filter((mail) => input.muted_mails?.includes(mail)) }),
  };
  return Object.fromEntries(
    PREFERENCES.flatMap((field) =>
      given[field] === undefined || isDeepStrictEqual(given[field], before[field]) ? [] : [[field, given[field]]],
    ),
  );
}

async function refuseFrozen(
  { db, actor, clock }: MutatingCx<Customer>,
  before: Profile,
  billing: { postal_code?: string | null },
): Promise<void> {
  const ofCompany = ['company', ...COMPANY_FIELDS].find((field) => field in billing);
  // Otherwise anyone could end the VAT by a postal code of the Canary Islands.
  const territoryOf = (postalCode: string | null) => vatPlaceOf(before.country.code, postalCode).territory;
  const movesTerritory =
    billing.postal_code !== undefined && territoryOf(billing.postal_code) !== territoryOf(before.postal_code);
  if (!('country' in billing) && !movesTerritory && !ofCompany) return;
  const freezeFacts = await loadFreezeFacts(db, actor.accountId);
  if ('country' in billing && isCountryFrozen(freezeFacts))
    throw invalid('country_id', 'The country cannot be changed after a company is set or an order is paid. Contact support.');
  if (movesTerritory && isCountryFrozen(freezeFacts))
    throw invalid(
      'postal_code',
      'This postal code has other VAT, so it cannot be set after a company is set or an order is paid. Contact support.',
    );
  if (ofCompany && isCompanyFrozen(freezeFacts, clock.now()))
    throw invalid(
      ofCompany,
      'This can be changed only before the first paid order, or within 5 days of the first deposit. Contact support.',
    );
}
