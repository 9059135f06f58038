/**
 * Keys of data retention.
 *
 * The minimums cover the retention that the API documents, and the rows that throttles count. The maximum of 400 days fulfils the promises
 * of docs/decisions/account-closing.md about data of closed accounts.
 */
import { key } from '../key.ts';
import { duration, size, whole } from '../kinds.ts';

export const RETENTION_KEYS = {
  'retention.events': key('Time within which clients can resume a stream of events.', duration('7d', '400d'), '7d'),
  'retention.webhook_deliveries': key('Retention of deliveries of webhooks after their end.', duration('30d', '400d'), '30d'),
  'retention.webhook_deliveries_per_account': key(
    'Ended deliveries of an account that are kept. Older ones are deleted early.',
    whole(10_000, 10_000_000),
    10_000,
  ),
  'retention.gateway_webhooks': key('Retention of webhooks of payment gateways.', duration('30d', '400d'), '90d'),
  'retention.mails': key(
    'Retention of sent mails, and of closed alerts. Within this time no mail is sent twice.',
    duration('90d', '3650d'),
    '400d',
  ),
  'retention.received_mails': key(
    'Retention of records of received mails. Within this time no mail is received twice.',
    duration('90d', '3650d'),
    '400d',
  ),
  'retention.received_mail_files': key('Retention of received mails as files.', duration('1d', '400d'), '30d'),
  'retention.received_mail_size': key(
    'The size of all received mails as files. Beyond it the oldest are deleted early.',
    size('100MiB', '100TiB'),
    '10GiB',
  ),
  'retention.metrics': key('Retention of metrics of servers.', duration('32d', '400d'), '400d'),
  'retention.address_traffic': key('Retention of traffic of IP addresses.', duration('8d', '400d'), '90d'),
  'retention.attacks': key('Retention of attacks after their end.', duration('30d', '400d'), '400d'),
  'retention.ended_sessions': key(
    'Retention of ended sessions, requests to sign up and changes of email addresses.',
    duration('7d', '90d'),
    '7d',
  ),
  'retention.sign_in_places': key(
    'Retention of the networks of a sign-in. A sign-in from an unknown network is reported by mail.',
    duration('7d', '3650d'),
    '180d',
  ),
  'retention.invitations': key('Retention of expired invitations.', duration('7d', '400d'), '30d'),
  'retention.support_access': key(
    'Retention of consents to support, and accesses by support, after their end.',
    duration('90d', '3650d'),
    '90d',
  ),
  'retention.account_exports': key(
    'Retention of exports of accounts. Their files are deleted after `accounts.export_days`.',
    duration('1d', '3650d'),
    '90d',
  ),
};
