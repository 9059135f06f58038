/** Reads the claims that we use from an ID token or UserInfo. Other claims, and claims of another type, are ignored. */
import { withAsciiDomain } from '@innkeeper/model/mail/address';
import type { Claims } from '@innkeeper/model/openid/client';

const ADDRESS = /^[^\s\p{Cc}<>@]+@[^\s\p{Cc}<>@]+$/u;
const MAX_CHARACTERS = 255;
const MAX_GROUPS = 500;

export function claimsOf(claims: Readonly<Record<string, unknown>>, groupsClaim?: string): Claims {
  const { sub, email, email_verified: verified, name, amr, acr, auth_time: authTime } = claims;
  const address = textOf(email);
  return {
    subject: String(sub),
    email: address !== null && ADDRESS.test(address) ? withAsciiDomain(address) : null,
    // Some providers write booleans as text.
    emailVerified: verified === true || verified === 'true',
    name: textOf(name),
    amr: textsOf(amr),
    acr: textOf(acr),
    authTime: typeof authTime === 'number' && Number.isFinite(authTime) ? new Date(authTime * 1000) : null,
    groups: groupsClaim === undefined ? [] : textsOf(claims[groupsClaim]),
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= MAX_CHARACTERS ? value : null;

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, MAX_GROUPS) : [value]).flatMap((one) => textOf(one) ?? []);
