/** The cookie of a session: of this host alone, over HTTPS alone, out of reach of scripts, and not sent by forms of other sites. */
import type { SessionLimits } from '@innkeeper/model/settings';

/** `__Host-`: browsers take it with `Secure`, `Path=/` and no domain only, so no other host of the domain can set it. */
const NAME = '__Host-innkeeper-session';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const FOUND = new RegExp(`(?:^|;)\\s*${NAME}=([A-Za-z0-9_-]{1,100})\\s*(?:;|$)`);

export const sessionCookie = (secret: string, { mostMs }: Pick<SessionLimits, 'mostMs'>): string =>
  `${NAME}=${secret}; ${ATTRIBUTES}; Max-Age=${Math.floor(mostMs / 1000)}`;

/** Removes it. */
export const NO_SESSION_COOKIE = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** The secret in a Cookie header; undefined when it has none. */
export function sessionSecretIn(header: string | undefined): string | undefined {
  return header === undefined ? undefined : FOUND.exec(header)?.[1];
}
