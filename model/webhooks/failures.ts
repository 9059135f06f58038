/** Codes of failed deliveries to a receiver. A mail translates them (model/mail/de/failures.ts). */

/**
 * - `status`: the receiver answered with another status than 2xx. The detail is the status.
 * - `redirect`: the same, with a redirect, which is not followed.
 * - `no_reply`: no reply came in time. The detail is the time limit in seconds.
 * - `refused`: the receiver refused the connection.
 * - `certificate`: its certificate is not valid. The detail is the error code of Node.js.
 * - `connection`: the connection failed. The detail is the error code of Node.js.
 * - `unresolved`: the host name has no address.
 * - `forbidden`: the URL, or an address of its name, may not be requested.
 */
export type WebhookFailureCode =
  | 'status'
  | 'redirect'
  | 'no_reply'
  | 'refused'
  | 'certificate'
  | 'connection'
  | 'unresolved'
  | 'forbidden';

export interface WebhookFailure {
  code: WebhookFailureCode;
  detail: string | null;
}
