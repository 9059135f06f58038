/** Gateway webhooks for the receiving process. It has only the secret of their signatures, and no other secret of the gateway. */
import type { WebhookHint } from './outcome.ts';

export interface ReceivedWebhook {
  eventId: string;
  eventType: string;
  hint: WebhookHint;
}

export interface WebhookReader {
  /** Checks the signature in constant time, and its age. Returns `undefined` if the webhook is not from the gateway. */
  verify(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    now: Date,
  ): Promise<ReceivedWebhook | undefined>;
}
