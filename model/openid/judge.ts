/** Whether what an identity provider says of somebody is enough. Pure. */
import type { Claims } from './client.ts';

/** Why nobody is signed in, as a sentence for who tried. */
export const REFUSALS = {
  email: 'Your identity provider does not send your email address. Ask an administrator of the account.',
  unverified: 'Your identity provider has not verified your email address. Verify it there, then sign in again.',
  domain: 'The domain of your email address is not verified for this account. Ask the account owner to verify it.',
} as const;

export type ClaimRefusal = keyof typeof REFUSALS;

/** `domains`: those that are proven, in small letters. A subdomain is a domain of its own. */
export function judgeClaims({ email, emailVerified }: Claims, domains: readonly string[]): ClaimRefusal | undefined {
  if (email === null) return 'email';
  if (!emailVerified) return 'unverified';
  return domains.includes(domainOf(email)) ? undefined : 'domain';
}

/** What follows the last `@`, in small letters. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Whether the provider says of the sign-in what the account trusts as a second factor. */
export const countsAsSecondFactor = (
  { amr, acr }: Pick<Claims, 'amr' | 'acr'>,
  trusted: { amr: readonly string[]; acr: readonly string[] },
): boolean => amr.some((method) => trusted.amr.includes(method)) || (acr !== null && trusted.acr.includes(acr));

/** By how much the clocks of a provider and of ours may differ, in milliseconds. */
const SKEW_MS = 60_000;

/** Whether credentials were given since: `asked` is when we sent the browser. Clocks may differ by a minute. */
export const isFresh = ({ authTime }: Pick<Claims, 'authTime'>, asked: Date): boolean =>
  authTime !== null && authTime.getTime() >= asked.getTime() - SKEW_MS;

/** Returns whether an ID token says that it was issued later than clocks may differ. `issuedAt`: its `iat`, in seconds. */
export const isFromFuture = (issuedAt: number, now: Date): boolean => issuedAt * 1000 > now.getTime() + SKEW_MS;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** In small letters; undefined for what is no domain of mail addresses. */
export function mailDomain(text: string): string | undefined {
  const name = text.toLowerCase();
  const labels = name.split('.');
  const isName = labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return isName && name.length <= 253 ? name : undefined;
}

/** Where the owner of a domain publishes what proves it, and what. */
export const proofOf = (domain: string, token: string): { name: string; value: string } => ({
  name: `_innkeeper-domain.${domain}`,
  value: `innkeeper-domain=${token}`,
});
