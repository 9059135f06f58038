/** Webhooks, as the process that receives them needs them: it has the secret of their signatures, and no other of the gateway. */
import type { Hint } from './port.ts';

export interface ReceivedWebhook {
  eventId: string;
  eventType: string;
}

export interface WebhookReader {
  /** Checks the signature in constant time and that it is not old. Undefined: it is not from the gateway. */
  verify(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    now: Date,
  ): Promise<ReceivedWebhook | undefined>;
}

/** What a body that was verified tells; of an event that nobody knows: nothing. */
export type ReadHint = (body: Buffer) => Hint;
