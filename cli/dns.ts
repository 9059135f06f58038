/** Defines the command `./innkeeper dns`, with the texts that it prints. */
import { dns } from '@innkeeper/contract/operations/dns.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { checkDnsZones } from '@innkeeper/engine/dns/check';
import { openResolver } from '@innkeeper/engine/dns/resolver';
import { checkDns, pushDns, setDns, showDns } from '@innkeeper/operations/dns.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { formatFindings } from './output/findings.ts';
import { table } from './output/table.ts';

type Dns = OperatorReply<'showDns'>;

function formatDns(dns: Dns): string {
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

export const dnsBindings: Bindings<typeof dns> = {
  showDns: { run: inOneTransaction(showDns), format: formatDns },
  setDns: { run: inOneTransaction(setDns), format: formatDns },
  checkDns: {
    async run(installation) {
      const { settings, pools } = await installation.commit(checkDns);
      if (settings.driver === null)
        return {
          findings: [
            { name: 'DNS server', ok: 'warn', why: 'none is set: names are stored here only', remedy: './innkeeper dns set' },
          ],
        };
      const open = await installation.dns();
      const zones = pools.flatMap((pool) => pool.zones);
      const shared = { zones, nameservers: settings.nameservers, resolver: openResolver(settings.resolvers) };
      const findings = await checkDnsZones({ ...shared, server: open(settings) });
      if (findings.some(({ ok }) => ok === false)) process.exitCode = 1;
      return { findings };
    },
    format: formatFindings,
  },
  pushDns: { run: inOneTransaction(pushDns), format: formatDns },
};

export function dnsCommand(): Command {
  return nounCommand('dns', 'manage reverse DNS', dns, dnsBindings);
}
