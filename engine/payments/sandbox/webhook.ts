/** Signs and verifies webhooks of the sandbox like real gateways: a time, and an HMAC over time and body. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookHint } from '@innkeeper/model/payments/outcome';
import type { WebhookReader } from '@innkeeper/model/payments/webhook';
import { minutes } from '@innkeeper/model/time/clock';

/** Maximum age. An older webhook may be a replay. */
const TOLERANCE_MS = minutes(5);
const HEADER = 'sandbox-signature';

interface SandboxEvent {
  id: string;
  type: string;
  subject: string;
}

/** Creates the reader of the sandbox's webhooks. Verification yields `undefined` for a wrong signature or age. */
export function sandboxWebhooks(secret: string): WebhookReader {
  return {
    async verify(body, headers, now) {
      const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers[HEADER] ?? ''));
      if (!match) return undefined;
      const [, seconds = '', given = ''] = match;
      const expected = Buffer.from(hmac(secret, seconds, body), 'hex');
      if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) return undefined;
      if (Math.abs(now.getTime() - Number(seconds) * 1000) > TOLERANCE_MS) return undefined;
      const { id, type } = JSON.parse(body.toString('utf8')) as SandboxEvent;
      return { eventId: id, eventType: type, hint: sandboxHint(body) };
    },
  };
}

/** Returns a signed webhook of the sandbox. */
export function sandboxEvent(secret: string, event: SandboxEvent, now: Date): { body: Buffer; headers: Record<string, string> } {
  const body = Buffer.from(JSON.stringify(event));
  const seconds = String(Math.floor(now.getTime() / 1000));
  return { body, headers: { [HEADER]: `t=${seconds},v1=${hmac(secret, seconds, body)}` } };
}

export function sandboxHint(body: Buffer): WebhookHint {
  const { type, subject } = JSON.parse(body.toString('utf8')) as SandboxEvent;
  if (type === 'payment') return { about: 'payment', gatewayId: subject };
  if (type === 'refund') return { about: 'refund', gatewayId: subject };
  if (type === 'dispute') return { about: 'dispute', gatewayId: subject };
  return { about: 'nothing' };
}

const hmac = (secret: string, seconds: string, body: Buffer): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
