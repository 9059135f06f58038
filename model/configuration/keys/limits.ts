/** Keys of what an account may use. */
import { key } from '../key.ts';
import { duration, size, whole } from '../kinds.ts';

export const LIMIT_KEYS = {
  'accounts.tokens': key('Valid access tokens of an account.', whole(1, 100_000), 200),
  'accounts.ssh_keys': key('SSH keys of an account.', whole(1, 100_000), 100),
  'accounts.webhooks': key('Webhooks of an account.', whole(0, 1000), 10),
  'accounts.firewalls': key('Firewalls of an account.', whole(0, 10_000), 50),
  'accounts.firewalls_per_server': key('Firewalls of a server.', whole(1, 50), 5),
  'accounts.servers_per_firewall': key('Servers of a firewall.', whole(1, 10_000), 500),
  'accounts.floating_ips_per_server': key('Floating IPs of a server.', whole(1, 1000), 100),
  'accounts.members': key('Members and open invitations of an account together.', whole(1, 10_000), 50),
  'accounts.invitations_a_day': key('Invitations that an account may send a day.', whole(1, 10_000), 30),
  'accounts.invitations_a_day_never_paid': key(
    'Invitations that an account may send a day before its first paid order.',
    whole(1, 10_000),
    5,
  ),
  'accounts.invitation_valid': key(
    'How long an invitation, or an offer of the ownership, can be accepted.',
    duration('1h', '90d'),
    '7d',
  ),
  'accounts.exports_a_day': key('Exports of an account in 24 hours.', whole(1, 100), 3),
  'accounts.export_days': key('Days for which an export can be downloaded.', whole(1, 90), 7),
  'accounts.closing_days': key('Days in which the closing of an account can be undone.', whole(1, 90), 14),
  'accounts.replies': key(
    'Replies of an account that are stored for requests that are sent again. Beyond that the oldest are forgotten early.',
    whole(100, 10_000_000),
    20_000,
  ),
  'accounts.replies_kept': key('How long they are stored.', duration('30d', '400d'), '30d'),
  'accounts.reply_size': key('The size of these replies together.', size('1MiB', '100GiB'), '64MiB'),
  'tickets.open': key('Unresolved tickets of an account.', whole(1, 10_000), 50),
  'tickets.file_size': key("The size of an account's files in all tickets.", size('1MiB', '1TiB'), '1GiB'),
  'tickets.staff_file_size': key("The size of the staff's files in the tickets of an account.", size('1MiB', '1TiB'), '1GiB'),
  'tickets.messages': key('Messages of a ticket. What goes beyond belongs in another ticket.', whole(10, 100_000), 300),
  'tickets.text_size': key('The size of all text of a ticket.', size('100KiB', '1GiB'), '2MiB'),
};
