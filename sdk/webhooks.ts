/**
 * Verifies received webhooks according to the Standard Webhooks specification (https://www.standardwebhooks.com). Runs wherever Web Crypto
 * is available: Node, Deno, Bun, browsers, workers.
 */
import type { StreamedEvent } from './api.gen.ts';

/** Event of the stream, or the event that a test of a webhook sends. */
export type WebhookEvent = StreamedEvent | { type: 'test'; at: string; data: { webhook_id: number } };

/** Thrown if a message has no valid signature, or its time is outside the tolerance. The receiver must not act on such a message. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

export interface VerifyOptions {
  /** Tolerated difference in seconds between the signed time and `now` in both directions, 300 by default. */
  toleranceSeconds?: number;
  /** Current time of the receiver, by default the system time. */
  now?: Date;
}

type Headers = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

const PREFIX = 'whsec_';

/**
 * Verifies the signature of a webhook request and returns its event. At least one secret must match. During a rotation, pass the previous
 * and the new secret. `body`: the exact received text, before parsing.
 *
 * Throws `WebhookVerificationError` if the message is unsigned, signed with another secret, too old, or from the future. Throws `TypeError`
 * if a secret is malformed.
 *
 * A replayed message is refused after the tolerance. Within the tolerance, and for repeated deliveries, the receiver must drop messages
 * whose `webhook-id` it has already seen.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  { headers, body }: { headers: Headers; body: string },
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = header(headers, 'webhook-id');
  const time = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(time)) throw new WebhookVerificationError('The header webhook-timestamp is no Unix time.');
  const age = Math.floor(now.getTime() / 1000) - Number(time);
  if (age > toleranceSeconds) throw new WebhookVerificationError('The message is too old.');
  if (age < -toleranceSeconds) throw new WebhookVerificationError('The message is from the future.');
  const message = new TextEncoder().encode(`${id}.${time}.${body}`);
  const given = signatures
    .flatMap((one) => (one.startsWith('v1,') ? [bytesOf(one.slice(3))] : []))
    .filter((one) => one !== undefined);
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret);
    for (const signature of given) {
      // `verify` compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, message)) return JSON.parse(body) as WebhookEvent;
    }
  }
  throw new WebhookVerificationError('No signature of the message is by this secret.');
}

function header(headers: Headers, name: string): string {
  const value = 'get' in headers && typeof headers.get === 'function' ? headers.get(name) : findHeader(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The header ${name} is missing.`);
}

function findHeader(headers: object, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0) throw new TypeError('The secret is not one of a webhook: it begins with whsec_.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
