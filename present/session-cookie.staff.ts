/** Session cookie of the staff, separate from that of customers. Browsers never send it with requests from other sites. */
import { createHash } from 'node:crypto';
import { STAFF_COOKIE } from '@innkeeper/contract/operator/sessions';
import { STAFF_SESSION } from '@innkeeper/model/people/staff';

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const COOKIE_PATTERN = new RegExp(`(?:^|;)\\s*${STAFF_COOKIE}=([A-Za-z0-9_-]{43})\\s*(?:;|$)`);

export const staffCookie = (secret: string): string =>
  `${STAFF_COOKIE}=${secret}; ${ATTRIBUTES}; Max-Age=${Math.floor(STAFF_SESSION.maxMs / 1000)}`;

/** Deletes the cookie. */
export const NO_STAFF_COOKIE = `${STAFF_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

/** Returns the SHA-256 of the secret in a Cookie header, or `undefined` if there is none. */
export function staffSessionIn(header: string | undefined): Buffer | undefined {
  const secret = header === undefined ? undefined : COOKIE_PATTERN.exec(header)?.[1];
  return secret === undefined ? undefined : createHash('sha256').update(secret).digest();
}
