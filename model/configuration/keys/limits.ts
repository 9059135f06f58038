/** Keys of the limits of an account. */
import { key } from '../key.ts';
import { duration, size, whole } from '../kinds.ts';

export const LIMIT_KEYS = {
  'accounts.tokens': key('Number of valid access tokens of an account.', whole(1, 100_000), 200),
  'accounts.ssh_keys': key('Number of SSH keys of an account.', whole(1, 100_000), 100),
  'accounts.webhooks': key('Number of webhooks of an account.', whole(0, 1000), 10),
  'accounts.firewalls': key('Number of firewalls of an account.', whole(0, 10_000), 50),
  'accounts.firewalls_per_server': key('Number of firewalls of a server.', whole(1, 50), 5),
  'accounts.servers_per_firewall': key('Number of servers of a firewall.', whole(1, 10_000), 500),
  'accounts.floating_ips_per_server': key('Floating IPs of a server.', whole(1, 1000), 100),
  'accounts.members': key('Number of members and open invitations of an account together.', whole(1, 10_000), 50),
  'accounts.invitations_a_day': key('Number of invitations that an account may send per day.', whole(1, 10_000), 30),
  'accounts.invitations_a_day_never_paid': key(
    'Number of invitations that an account may send per day before its first paid order.',
    whole(1, 10_000),
    5,
  ),
  'accounts.invitation_valid': key(
    'Time that an invitation or an offer of ownership can be accepted.',
    duration('1h', '90d'),
    '7d',
  ),
  'accounts.exports_a_day': key('Number of exports of an account in 24 hours.', whole(1, 100), 3),
  'accounts.export_days': key('Number of days that an export can be downloaded.', whole(1, 90), 7),
  'accounts.closing_days': key('Number of days in which the closure of an account can be undone.', whole(1, 90), 14),
  'accounts.replies': key(
    'Number of stored replies of an account for repeated requests. Beyond that, the oldest replies are deleted early.',
    whole(100, 10_000_000),
    20_000,
  ),
  'accounts.replies_kept': key('Retention of these replies.', duration('30d', '400d'), '30d'),
  'accounts.reply_size': key('Total size of these replies.', size('1MiB', '100GiB'), '64MiB'),
  'tickets.open': key('Number of unresolved tickets of an account.', whole(1, 10_000), 50),
  'tickets.file_size': key("Total size of an account's files in all tickets.", size('1MiB', '1TiB'), '1GiB'),
  'tickets.staff_file_size': key("Total size of the staff's files in the tickets of an account.", size('1MiB', '1TiB'), '1GiB'),
  'tickets.messages': key('Number of messages of a ticket. Beyond that, a new ticket is needed.', whole(10, 100_000), 300),
  'tickets.text_size': key('Total size of the text of a ticket.', size('100KiB', '1GiB'), '2MiB'),
};
