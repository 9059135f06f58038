/** Webhooks, as the process that receives them needs them: it has the secret of their signatures, and no other of the gateway. */
import type { Hint } from './outcome.ts';

export interface ReceivedWebhook {
  eventId: string;
  eventType: string;
  hint: Hint;
}

export interface WebhookReader {
  /** Checks the signature in constant time and that it is not old. Undefined: it is not from the gateway. */
  verify(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    now: Date,
  ): Promise<ReceivedWebhook | undefined>;
}
