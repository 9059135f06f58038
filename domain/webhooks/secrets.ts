/** Secrets of webhooks, with which their events are signed: sealed, since they must be read to sign. */
import type { Sealer } from '@innkeeper/model/sealing';

const ofWebhooks = (accountId: number): string => `webhook:${accountId}`;

export const sealWebhookSecret = (sealer: Sealer, accountId: number, secret: string): Buffer =>
  sealer.seal(ofWebhooks(accountId), Buffer.from(secret));

interface Sealed {
  account_id: number;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: Date | null;
}

/** Those that sign now: the one of before a rotation too, until its overlap ends. Throws when they were sealed with another key. */
export function signingSecrets(
  sealer: Sealer,
  { account_id, secret, previous_secret, previous_until }: Sealed,
  now: Date,
): string[] {
  const open = (sealed: Buffer): string => sealer.open(ofWebhooks(account_id), sealed).toString();
  return [open(secret), ...(previous_secret && previous_until && previous_until > now ? [open(previous_secret)] : [])];
}
