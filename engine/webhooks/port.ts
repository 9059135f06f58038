/** Sends an event to where a customer wants it. Nothing about the receiver is trusted: where its name leads, how long it takes, what it answers. */

export interface WebhookOrder {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
  /** Aborts it: the process stops. */
  signal?: AbortSignal | undefined;
}

export interface WebhookAnswer {
  /** Whether the receiver has it: it answered 2xx. */
  delivered: boolean;
  /** HTTP status; null when none came. */
  status: number | null;
  /** It asked not to be tried again before so many milliseconds are over (`Retry-After`); null when it did not. */
  retryAfterMs: number | null;
  /** How long it took, in milliseconds. */
  ms: number;
  /** The first kilobyte of the reply's body; null when there was no reply. */
  text: string | null;
  /** Why it was not delivered, as a sentence for the customer; null when it was. */
  error: string | null;
}

export interface WebhookPort {
  /** One request; redirects are not followed. `aborted`: by the signal, so nobody knows whether the receiver has it. */
  send(order: WebhookOrder): Promise<WebhookAnswer | 'aborted'>;
}
