/**
 * The port that sends an event to a customer's URL. Nothing about the receiver is trusted: the target of its name, the duration, the reply.
 */

import type { WebhookFailure } from '@innkeeper/model/webhooks/failures';

export interface WebhookOrder {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Body in JSON. */
  body: string;
  /** Aborts the request when the process stops. */
  signal?: AbortSignal | undefined;
}

export interface WebhookAnswer {
  /** True if the receiver replied with 2xx. */
  delivered: boolean;
  /** HTTP status, or `null` without a reply. */
  status: number | null;
  /** Delay in milliseconds that the receiver requested before a retry (`Retry-After`), or `null`. */
  retryAfterMs: number | null;
  /** Duration in milliseconds. */
  ms: number;
  /** First kilobyte of the reply's body, or `null` without a reply. */
  text: string | null;
  /** Reason of a failed delivery as a message for the customer, or `null` if delivered. */
  error: string | null;
  /** The same as a code, or `null` if delivered. */
  failure: WebhookFailure | null;
}

export interface WebhookPort {
  /**
   * Sends one request without following redirects. `aborted` means that the signal aborted it, so it is unknown whether the receiver got
   * it.
   */
  send(order: WebhookOrder): Promise<WebhookAnswer | 'aborted'>;
}
