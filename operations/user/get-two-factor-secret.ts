import { namesForApp } from '@innkeeper/db/tables/two-factor';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { newTotpSecret, otpAuthUrl, toBase32 } from '@innkeeper/model/totp';

export interface TwoFactorSecret {
  secret: string;
  /** URL for an authenticator app, usually shown as a QR code. */
  url: string;
}

/** Returns a new secret for each call and stores nothing. */
export async function getTwoFactorSecret(cx: Cx<Customer>): Promise<TwoFactorSecret> {
  const secret = toBase32(newTotpSecret());
  return { secret, url: otpAuthUrl(secret, await namesForApp(cx.db, cx.actor.userId)) };
}
