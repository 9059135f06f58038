/**
 * Signatures of events as Standard Webhooks has them (https://www.standardwebhooks.com): HMAC-SHA256 over id, time and body. The time is
 * signed, so that a receiver can refuse what somebody has recorded and sends again.
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The headers of a delivery. `secrets`: after a rotation the one before too, until its overlap ends; a receiver takes either. */
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
