import { randomBytes } from 'node:crypto';
import { namesForApp } from '@innkeeper/db/tables/two-factor';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { toBase32 } from '@innkeeper/model/totp';

/** As many as the hash has, as RFC 4226 advises. */
const SECRET_BYTES = 20;

export interface TwoFactorSecret {
  secret: string;
  /** For an authenticator app, mostly as a QR code. */
  url: string;
}

/** A new secret each time; nothing is stored. */
export async function getTwoFactorSecret(cx: Cx<Customer>): Promise<TwoFactorSecret> {
  const secret = toBase32(randomBytes(SECRET_BYTES));
  const { issuer, email } = await namesForApp(cx.db, cx.actor.userId);
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  // Apps read %20, and not all of them a plus.
  const query = Object.entries({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  const url = `otpauth://totp/${label}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
  return { secret, url };
}
