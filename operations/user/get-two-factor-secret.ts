import { namesForApp } from '@innkeeper/db/tables/two-factor';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { newTotpSecret, otpAuthUrl, toBase32 } from '@innkeeper/model/totp';

export interface TwoFactorSecret {
  secret: string;
  /** For an authenticator app, mostly as a QR code. */
  url: string;
}

/** A new secret each time; nothing is stored. */
export async function getTwoFactorSecret(cx: Cx<Customer>): Promise<TwoFactorSecret> {
  const secret = toBase32(newTotpSecret());
  return { secret, url: otpAuthUrl(secret, await namesForApp(cx.db, cx.actor.userId)) };
}
