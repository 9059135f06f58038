/**
 * Handles links that lead back to the console: from mails, identity providers and affiliates.
 *
 * Their secrets are removed from the address before the first request, and kept only in memory. A reload loses them, and the page explains
 * how to get a new link.
 */

import { storeReferral } from './referral.ts';

export type MailLink = 'sign_up' | 'password_reset' | 'invitation' | 'email_change';

/** The page of each link. */
const PAGES: Record<MailLink, string> = {
  sign_up: '/sign-up/confirm',
  password_reset: '/password',
  invitation: '/join',
  email_change: '/email-change',
};

/** Fields that an identity provider returns. */
export interface ProviderReturn {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

export interface ReturnedFields {
  secrets: Partial<Record<MailLink, string>>;
  provider?: ProviderReturn;
  /** Code of an affiliate. */
  referral?: string;
}

/** Reads the returned fields of a URL and the page that they are for. Returns `undefined` for a URL without such fields. Pure. */
export function readReturn(search: string): { page: string; returned: ReturnedFields } | undefined {
  const fields = new URLSearchParams(search);
  for (const link of Object.keys(PAGES) as MailLink[]) {
    const secret = fields.get(link);
    if (secret !== null && secret !== '') return { page: PAGES[link], returned: { secrets: { [link]: secret } } };
  }
  const referral = fields.get('ref');
  if (referral !== null && referral !== '') return { page: '/sign-up', returned: { secrets: {}, referral } };
  const state = fields.get('state');
  if (state === null || (!fields.has('code') && !fields.has('error'))) return undefined;
  const optional = Object.fromEntries(
    ['code', 'iss', 'error'].flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])),
  );
  return { page: '/sign-in', returned: { secrets: {}, provider: { state, ...optional } } };
}

let returned: ReturnedFields = { secrets: {} };

/** Removes the secrets from the address of this page. Must be called before the first request. */
export function takeReturn(): void {
  const found = location.pathname === '/' ? readReturn(location.search) : undefined;
  if (found === undefined) return;
  returned = found.returned;
  if (returned.referral !== undefined) storeReferral(returned.referral);
  history.replaceState(null, '', found.page);
}

/** Returns the secret of a link, or `undefined` after a reload. */
export const secretOf = (link: MailLink): string | undefined => returned.secrets[link];

/** Deletes the secret of a used link. */
export function discardSecret(link: MailLink): void {
  delete returned.secrets[link];
}

/** Returns the fields that an identity provider returned. A second call returns `undefined`. */
export function takeProviderReturn(): ProviderReturn | undefined {
  const { provider } = returned;
  returned = { secrets: returned.secrets };
  return provider;
}
