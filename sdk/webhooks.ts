/**
 * Verifies what a webhook sends, after the Standard Webhooks convention (https://www.standardwebhooks.com). Runs wherever Web Crypto is: Node, Deno,
 * Bun, browsers, workers.
 */
import type { StreamedEvent } from './api.gen.ts';

/** An event of the stream, or the one that a test of a webhook sends. */
export type WebhookEvent = StreamedEvent | { type: 'test'; at: string; data: { webhook_id: number } };

/** What was received is not from the host, or is not of now. It must not be acted on. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

export interface VerifyOptions {
  /** How old, or how far in the future, the signed time may be, in seconds; 300 unless given. */
  toleranceSeconds?: number;
  /** The time of the receiver; that of the system unless given. */
  now?: Date;
}

type Headers = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

const PREFIX = 'whsec_';

/**
 * The event of a request, if one of the secrets signed it. `body`: exactly as it was received, before it is parsed. `secrets`: one, or during
 * a rotation several. Throws `WebhookVerificationError` for what is unsigned, signed by somebody else, too old, or from the future.
 *
 * What somebody recorded and sends again is refused when its time is over the tolerance. Within it, and when a delivery comes twice, it is the
 * receiver's to drop what it has seen, by `webhook-id`.
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
      // Compares in the same time whatever differs.
      if (await crypto.subtle.verify('HMAC', key, signature, message)) return JSON.parse(body) as WebhookEvent;
    }
  }
  throw new WebhookVerificationError('No signature of the message is by this secret.');
}

function header(headers: Headers, name: string): string {
  const value = 'get' in headers && typeof headers.get === 'function' ? headers.get(name) : inObject(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The header ${name} is missing.`);
}

function inObject(headers: object, name: string): unknown {
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
