/** Retention of rows and files, in milliseconds unless the name has another unit. */
export interface RetentionSettings {
  readonly eventsMs: number;
  /** Ended deliveries of customers' webhooks. The next field limits their number per account. */
  readonly webhookDeliveriesMs: number;
  readonly webhookDeliveriesPerAccount: number;
  /** Handled webhooks of payment gateways. */
  readonly gatewayWebhooksMs: number;
  /** Outgoing mails, and closed alerts and their notices. Within this time no mail is sent twice. */
  readonly mailsMs: number;
  /** Received mails in the database. Within this time no mail is received twice. */
  readonly receivedMailsMs: number;
  /** Files of received mails. The next field limits their total size in bytes. */
  readonly receivedMailFilesMs: number;
  readonly receivedMailFilesBytes: number;
  readonly metricsMs: number;
  readonly addressTrafficMs: number;
  readonly attacksMs: number;
  /** Ended sessions, sign-up requests and changes of email addresses. */
  readonly endedSessionsMs: number;
  /** Networks from which a user has signed in. */
  readonly signInPlacesMs: number;
  readonly invitationsMs: number;
  readonly supportAccessMs: number;
  /** Rows of account exports. The files are removed earlier. */
  readonly accountExportsMs: number;
}
