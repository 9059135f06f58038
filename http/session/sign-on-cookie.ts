/** The cookies of browsers that were sent to an identity provider: what they come back with counts in that browser alone. */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
/** As long as it may come back. */
const SECONDS = 600;

/** Of customers, and of the staff. */
const [NAME, STAFF_NAME] = ['__Host-innkeeper-sign-on', '__Host-innkeeper-staff-sign-on'] as const;

const cookieOf = (name: string, secret: string, seconds = SECONDS): string =>
  `${name}=${secret}; ${ATTRIBUTES}; Max-Age=${seconds}`;

const foundBy = (name: string): RegExp => new RegExp(`(?:^|;)\\s*${name}=([A-Za-z0-9_-]{43})\\s*(?:;|$)`);
const [FOUND, STAFF_FOUND] = [foundBy(NAME), foundBy(STAFF_NAME)];

export const signOnCookie = (secret: string): string => cookieOf(NAME, secret);

export const staffSignOnCookie = (secret: string): string => cookieOf(STAFF_NAME, secret);

/** Removes it. */
export const NO_SIGN_ON_COOKIE = cookieOf(NAME, '', 0);

/** The secret in a Cookie header; undefined when it has none. */
export const signOnSecretIn = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : FOUND.exec(header)?.[1];

export const staffSignOnIn = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : STAFF_FOUND.exec(header)?.[1];
