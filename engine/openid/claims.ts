/** Reads the claims that we use from an ID token or UserInfo. Other claims, and claims of another type, are ignored. */
import { withAsciiDomain } from '@innkeeper/model/mail/address';
import type { Claims } from '@innkeeper/model/openid/client';

const ADDRESS = /^[^\s\p{Cc}<>@]+@[^\s\p{Cc}<>@]+$/u;
const MAX_CHARACTERS = 255;
const MAX_GROUPS = 500;

export function claimsOf(claims: Readonly<Record<string, unknown>>, groupsClaim?: string): Claims {
  const { sub, email, name, amr, acr, auth_time: authTime } = claims;
  const address = textOf(email);
  return {
    subject: String(sub),
    email: address !== null && ADDRESS.test(address) ? withAsciiDomain(address) : null,
    emailVerified: isVerified(claims),
    name: textOf(name),
    amr: textsOf(amr),
    acr: textOf(acr),
    authTime: typeof authTime === 'number' && Number.isFinite(authTime) ? new Date(authTime * 1000) : null,
    groups: groupsClaim === undefined ? [] : textsOf(claims[groupsClaim]),
  };
}

/**
 * Returns whether the provider says that it verified the address. Entra ID never sends `email_verified`, but the optional claim
 * `xms_edov`, which says that the tenant has verified the domain. Some providers write booleans as text or numbers.
 */
function isVerified({ email_verified: verified, xms_edov: domainVerified }: Readonly<Record<string, unknown>>): boolean {
  if (verified !== undefined && verified !== null) return verified === true || verified === 'true';
  return [true, 1, 'true', '1'].some((value) => value === domainVerified);
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= MAX_CHARACTERS ? value : null;

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, MAX_GROUPS) : [value]).flatMap((one) => textOf(one) ?? []);
