/** Cookies of browsers that were sent to an identity provider. A returning browser must present its cookie. */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
/** Lifetime in seconds, as long as the browser may take to return. */
const SECONDS = 600;
const NAME = '__Host-innkeeper-sign-on';

export const cookieOf = (name: string, secret: string, seconds = SECONDS): string =>
  `${name}=${secret}; ${ATTRIBUTES}; Max-Age=${seconds}`;

export const cookiePattern = (name: string): RegExp => new RegExp(`(?:^|;)\\s*${name}=([A-Za-z0-9_-]{43})\\s*(?:;|$)`);
const COOKIE_PATTERN = cookiePattern(NAME);

export const signOnCookie = (secret: string): string => cookieOf(NAME, secret);

/** Deletes the cookie. */
export const NO_SIGN_ON_COOKIE = cookieOf(NAME, '', 0);

/** Returns the secret in a Cookie header, or `undefined` if there is none. */
export const signOnSecretIn = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : COOKIE_PATTERN.exec(header)?.[1];
