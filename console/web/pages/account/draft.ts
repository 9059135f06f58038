/** The form of the billing data, and its API call. Pure. */
import type { UpdateUser, User } from '@innkeeper/sdk/index';

const TEXTS = ['address', 'postal_code', 'city', 'phone_number', 'tech_email'] as const;
export const COMPANY_TEXTS = ['company_name', 'company_address', 'company_number', 'vat_number'] as const;

type TextField = (typeof TEXTS)[number];
export type CompanyField = (typeof COMPANY_TEXTS)[number];

export type BillingDraft = Record<TextField | CompanyField, string> & { country_id: number; company: boolean };

/** Returns the form with the values of the account. */
export function draftOf(user: User): BillingDraft {
  const fields = Object.fromEntries([...TEXTS, ...COMPANY_TEXTS].map((name) => [name, user[name] ?? '']));
  return { ...(fields as Record<TextField | CompanyField, string>), country_id: user.country.id, company: user.company };
}

/** Returns the changes of a form. Empty if there are none. If the account is no longer a company, the API clears the company fields. */
export function toUpdate(draft: BillingDraft, user: User): UpdateUser {
  const before = draftOf(user);
  const names = draft.company ? [...TEXTS, ...COMPANY_TEXTS] : TEXTS;
  const changed = names.flatMap((name) => (draft[name].trim() === before[name] ? [] : [[name, draft[name].trim()]]));
  return {
    ...Object.fromEntries(changed),
    ...(draft.country_id === before.country_id ? {} : { country_id: draft.country_id }),
    ...(draft.company === before.company ? {} : { company: draft.company }),
  };
}
