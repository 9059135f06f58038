/** Times for which rows and files are kept, in milliseconds unless the name says otherwise. */
export interface RetentionSettings {
  readonly eventsMs: number;
  /** Ended deliveries of customers' webhooks, and how many of them per account. */
  readonly webhookDeliveriesMs: number;
  readonly webhookDeliveriesPerAccount: number;
  /** Handled webhooks of payment gateways. */
  readonly gatewayWebhooksMs: number;
  /** Outgoing mails. Within this time no mail is sent twice. */
  readonly mailsMs: number;
  /** Received mails in the database. Within this time no mail is received twice. */
  readonly receivedMailsMs: number;
  /** Files of received mails, and their size in bytes together. */
  readonly receivedMailFilesMs: number;
  readonly receivedMailFilesBytes: number;
  readonly metricsMs: number;
  readonly addressTrafficMs: number;
  readonly attacksMs: number;
  /** Ended sessions, requests to sign up and changes of email addresses. */
  readonly endedSessionsMs: number;
  /** Networks from which a user has signed in. */
  readonly signInPlacesMs: number;
  readonly invitationsMs: number;
  readonly supportAccessMs: number;
  /** Rows of account exports. The files are removed earlier. */
  readonly accountExportsMs: number;
}
