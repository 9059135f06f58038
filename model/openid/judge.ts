/** Decides whether the claims of an identity provider suffice. All functions are pure. */
import { asciiDomain } from '../mail/address.ts';
import type { Claims } from './client.ts';

/** Reasons for refusing a sign-in, as sentences for the user. */
export const REFUSALS = {
  email: 'Your identity provider does not send your email address. Ask an administrator of the account.',
  unverified:
    'Your identity provider does not confirm that your email address is verified. Verify it there, or ask an administrator of the account to turn on trust_email (Trust unverified addresses).',
  domain: 'The domain of your email address is not verified for this account. Ask the account owner to verify it.',
} as const;

export type ClaimRefusal = keyof typeof REFUSALS;

export interface AddressRules {
  /** Verified domains in lower case. A subdomain must be verified separately. */
  readonly domains: readonly string[];
  /** True if an address of these domains counts although the provider does not call it verified. */
  readonly trustEmail: boolean;
}

/** Returns the reason to refuse the claims, or `undefined` if they suffice. */
export function judgeClaims({ email, emailVerified }: Claims, { domains, trustEmail }: AddressRules): ClaimRefusal | undefined {
  if (email === null) return 'email';
  if (!emailVerified && !trustEmail) return 'unverified';
  return domains.includes(domainOf(email)) ? undefined : 'domain';
}

/** Returns the part after the last `@` in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Returns whether the claims contain a method that the account trusts as a second factor. */
export const countsAsSecondFactor = (
  { amr, acr }: Pick<Claims, 'amr' | 'acr'>,
  trusted: { amr: readonly string[]; acr: readonly string[] },
): boolean => amr.some((method) => trusted.amr.includes(method)) || (acr !== null && trusted.acr.includes(acr));

/** Tolerated difference between our clock and the provider's, in milliseconds. */
const SKEW_MS = 60_000;

/** Returns whether the user entered the credentials after `requestedAt`, when we sent the browser. Clocks may differ by a minute. */
export const isFresh = ({ authTime }: Pick<Claims, 'authTime'>, requestedAt: Date): boolean =>
  authTime !== null && authTime.getTime() >= requestedAt.getTime() - SKEW_MS;

/** Returns whether an ID token was issued later than clocks may differ. `issuedAt` is its `iat` in seconds. */
export const isFromFuture = (issuedAt: number, now: Date): boolean => issuedAt * 1000 > now.getTime() + SKEW_MS;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns the domain in ASCII form and lower case, or `undefined` if the text cannot be a mail domain. */
export function mailDomain(text: string): string | undefined {
  const name = asciiDomain(text).toLowerCase();
  const labels = name.split('.');
  const isName = labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return isName && name.length <= 253 ? name : undefined;
}

/** Returns the DNS record that proves ownership of a domain: its name and value. */
export const proofOf = (domain: string, token: string): { name: string; value: string } => ({
  name: `_innkeeper-domain.${domain}`,
  value: `innkeeper-domain=${token}`,
});
