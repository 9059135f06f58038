/** Session cookie for this host and HTTPS only, inaccessible to scripts, and not sent by forms of other sites. */
import type { StartedSession } from '@innkeeper/domain/sign-in/start-session';
import type { SessionLimits } from '@innkeeper/model/settings/settings';
import { WithHeaders } from './reply.ts';

/**
 * Browsers accept the prefix `__Host-` only with `Secure`, `Path=/` and without a domain, so no other host of the domain can set the
 * cookie.
 */
const NAME = '__Host-innkeeper-session';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const COOKIE_PATTERN = new RegExp(`(?:^|;)\\s*${NAME}=([A-Za-z0-9_-]{1,100})\\s*(?:;|$)`);

export const sessionCookie = (secret: string, { maxMs }: Pick<SessionLimits, 'maxMs'>): string =>
  `${NAME}=${secret}; ${ATTRIBUTES}; Max-Age=${Math.floor(maxMs / 1000)}`;

/** Returns the reply that sets the cookie of a session with a new secret. */
export const withSessionCookie = <Body>(
  { secret }: Pick<StartedSession, 'secret'>,
  body: Body,
  settings: { sessions: SessionLimits },
): WithHeaders<Body> => new WithHeaders(body, { 'set-cookie': sessionCookie(secret, settings.sessions) });

/** Deletes the cookie. */
export const NO_SESSION_COOKIE = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** Returns the secret in a Cookie header, or `undefined` if there is none. */
export function sessionSecretIn(header: string | undefined): string | undefined {
  return header === undefined ? undefined : COOKIE_PATTERN.exec(header)?.[1];
}
