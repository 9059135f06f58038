/** Signing secrets of webhooks. They are sealed rather than hashed, because signing needs the secret itself. */
import type { Sealer } from '@innkeeper/model/installation/sealing';

const ofWebhooks = (accountId: number): string => `webhook:${accountId}`;

/** Seals a webhook secret of an account for storage. */
export const sealWebhookSecret = (sealer: Sealer, accountId: number, secret: string): Buffer =>
  sealer.seal(ofWebhooks(accountId), Buffer.from(secret));

interface Sealed {
  account_id: number;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: Date | null;
}

/**
 * Returns the current signing secrets. After a rotation, the previous secret signs too until its overlap ends. Throws if they were sealed
 * with another key.
 */
export function signingSecrets(
  sealer: Sealer,
  { account_id, secret, previous_secret, previous_until }: Sealed,
  now: Date,
): string[] {
  const open = (sealed: Buffer): string => sealer.open(ofWebhooks(account_id), sealed).toString();
  return [open(secret), ...(previous_secret && previous_until && previous_until > now ? [open(previous_secret)] : [])];
}
