/** Cookies of the staff's browsers that were sent to an identity provider, separate from those of customers. */
import { cookieOf, cookiePattern } from './sign-on-cookie.ts';

const NAME = '__Host-innkeeper-staff-sign-on';
const COOKIE_PATTERN = cookiePattern(NAME);

export const staffSignOnCookie = (secret: string): string => cookieOf(NAME, secret);

/** Returns the secret in a Cookie header, or `undefined` if there is none. */
export const staffSignOnIn = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : COOKIE_PATTERN.exec(header)?.[1];
