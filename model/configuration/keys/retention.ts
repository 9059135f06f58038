/**
 * Keys of how long data is kept. The least values keep what the API documents and what throttles count. The most of 400 days keep what
 * docs/decisions/account-closing.md says about data of closed accounts.
 */
import { key } from '../key.ts';
import { duration, size, whole } from '../kinds.ts';

export const RETENTION_KEYS = {
  'retention.events': key('How long clients can resume a stream of events.', duration('7d', '400d'), '7d'),
  'retention.webhook_deliveries': key(
    'How long deliveries of webhooks are kept after their end.',
    duration('30d', '400d'),
    '30d',
  ),
  'retention.webhook_deliveries_per_account': key(
    'Ended deliveries of an account that are kept. Older ones are deleted early.',
    whole(10_000, 10_000_000),
    10_000,
  ),
  'retention.gateway_webhooks': key('How long webhooks of payment gateways are kept.', duration('30d', '400d'), '90d'),
  'retention.mails': key(
    'How long sent mails are kept. Within this time no mail is sent twice.',
    duration('90d', '3650d'),
    '400d',
  ),
  'retention.received_mails': key(
    'How long the database remembers received mails. Within this time no mail is received twice.',
    duration('90d', '3650d'),
    '400d',
  ),
  'retention.received_mail_files': key('How long received mails are kept as files.', duration('1d', '400d'), '30d'),
  'retention.received_mail_size': key(
    'The size of all received mails as files. Beyond it the oldest are deleted early.',
    size('100MiB', '100TiB'),
    '10GiB',
  ),
  'retention.metrics': key('How long metrics of servers are kept.', duration('32d', '400d'), '400d'),
  'retention.address_traffic': key('How long traffic of IP addresses is kept.', duration('8d', '400d'), '90d'),
  'retention.attacks': key('How long attacks are kept after their end.', duration('30d', '400d'), '400d'),
  'retention.ended_sessions': key(
    'How long ended sessions, requests to sign up and changes of email addresses are kept.',
    duration('7d', '90d'),
    '7d',
  ),
  'retention.sign_in_places': key(
    'How long the networks of a sign-in are kept. A sign-in from an unknown network is reported by mail.',
    duration('7d', '3650d'),
    '180d',
  ),
  'retention.invitations': key('How long expired invitations are kept.', duration('7d', '400d'), '30d'),
  'retention.support_access': key(
    'How long consents to support, and accesses by support, are kept after their end.',
    duration('90d', '3650d'),
    '90d',
  ),
  'retention.account_exports': key(
    'How long exports of accounts are listed. Their files are deleted after `accounts.export_days`.',
    duration('1d', '3650d'),
    '90d',
  ),
};
