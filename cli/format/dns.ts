/** Formats the DNS server. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { table } from '../output/table.ts';

type Dns = OperatorReply<'showDns'>;

export function formatDns(dns: Dns): string {
  const { driver, url, server, nameservers, contact, notify, ttl, forward_confirmed, resolvers, names, zones } = dns;
  const settings: [string, string | null][] = [
    ['driver', driver === 'none' ? 'none: names are stored here only' : driver],
    ['url', driver === 'powerdns' ? `${url}, server ${server}` : null],
    [
      'zones',
      `name servers ${nameservers.join(', ') || 'none yet'}, contact ${contact ?? 'hostmaster'}, ttl ${ttl}${notify ? ', with notifications' : ''}`,
    ],
    [
      'names',
      `${names.total}, of which ${names.waiting} wait${names.refused > 0 ? ` and ${names.refused} were refused: ${names.error}` : ''}`,
    ],
    [
      'checked',
      forward_confirmed ? `each must resolve to its address, by ${resolvers.join(', ') || 'the resolvers of the host'}` : 'no',
    ],
    ['state', stateOf(dns)],
  ];
  const lines = settings.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(9)} ${value}`]));
  const rows = zones.map(({ pool, name, parent }) => [pool, name, parent ?? '']);
  return [
    'DNS server:',
    ...lines,
    '',
    rows.length === 0 ? 'There are no pools.' : table(['POOL', 'ZONE', 'PARENT ZONE'], rows),
  ].join('\n');
}

function stateOf({ driver, away }: Dns): string | null {
  if (driver === 'none') return null;
  return away ? `unavailable since ${away.since}: ${away.error}. Next attempt ${away.retry_at}` : 'ready';
}
