/**
 * Signatures of events by Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, time and body.
 *
 * The time is signed so that a receiver can refuse a replayed request.
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a new secret: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/**
 * Returns the headers of a delivery. `secrets` also holds the previous secret during the overlap after a rotation. A receiver accepts
 * either.
 */
export function signedHeaders(message: {
  id: string;
  at: Date;
  body: string;
  secrets: readonly string[];
}): Record<string, string> {
  const time = Math.floor(message.at.getTime() / 1000);
  const signatures = message.secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message.id}.${time}.${message.body}`).digest('base64')}`;
  });
  return { 'webhook-id': message.id, 'webhook-timestamp': String(time), 'webhook-signature': signatures.join(' ') };
}
