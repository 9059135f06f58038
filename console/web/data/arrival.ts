/**
 * Links that lead back to the console: from mails, identity providers and affiliates. Their secrets are taken out of the address before the first
 * request, and kept in memory alone. A reload of the page has lost them, and the page says how to get a new link.
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

/** Fields that an identity provider brings back. */
export interface ProviderReturn {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

export interface Returned {
  secrets: Partial<Record<MailLink, string>>;
  provider?: ProviderReturn;
  /** Code of an affiliate. */
  referral?: string;
}

/** Reads what a URL brings back, and says which page it is for. `undefined` for a URL that brings nothing. Pure. */
export function readReturn(search: string): { page: string; returned: Returned } | undefined {
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

let returned: Returned = { secrets: {} };

/** Takes the secrets out of the address of this page. Call it before anything is read. */
export function takeReturn(): void {
  const found = location.pathname === '/' ? readReturn(location.search) : undefined;
  if (found === undefined) return;
  returned = found.returned;
  if (returned.referral !== undefined) storeReferral(returned.referral);
  history.replaceState(null, '', found.page);
}

/** Returns the secret that a link brought, or `undefined` after a reload. */
export const secretOf = (link: MailLink): string | undefined => returned.secrets[link];

/** Forgets the secret of a link that was used. */
export function discardSecret(link: MailLink): void {
  delete returned.secrets[link];
}

/** Returns what an identity provider brought back, once. */
export function takeProviderReturn(): ProviderReturn | undefined {
  const { provider } = returned;
  returned = { secrets: returned.secrets };
  return provider;
}
