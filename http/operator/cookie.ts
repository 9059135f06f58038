/** The cookie of a session of the staff, apart from that of customers: no page of another site has it sent at all. */
import { createHash } from 'node:crypto';
import { STAFF_COOKIE } from '@innkeeper/contract/operator/sessions';
import { STAFF_SESSION } from '@innkeeper/model/staff';

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const FOUND = new RegExp(`(?:^|;)\\s*${STAFF_COOKIE}=([A-Za-z0-9_-]{43})\\s*(?:;|$)`);

export const staffCookie = (secret: string): string =>
  `${STAFF_COOKIE}=${secret}; ${ATTRIBUTES}; Max-Age=${Math.floor(STAFF_SESSION.mostMs / 1000)}`;

/** Removes it. */
export const NO_STAFF_COOKIE = `${STAFF_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

/** The sha256 of the secret in a Cookie header; undefined when it has none. */
export function staffSessionIn(header: string | undefined): Buffer | undefined {
  const secret = header === undefined ? undefined : FOUND.exec(header)?.[1];
  return secret === undefined ? undefined : createHash('sha256').update(secret).digest();
}
