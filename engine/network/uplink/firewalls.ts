/** Finds other firewalls of the host that may drop guests' packets, and the commands that allow them. Changes no foreign rules. */
import type { Netns } from '../netns.ts';
import { hostDevice } from './names.ts';

interface Chain {
  family: string;
  table: string;
  name: string;
  hook?: string;
  policy?: string;
}

/** Lists the commands with which the operator allows forwarded packets of this installation. Empty if no firewall is known to drop any. */
export async function listFirewallRemedies(host: Netns, namespace: string): Promise<string[]> {
  const device = hostDevice(namespace);
  const { stdout } = await host.attempt('nft', ['-j', 'list', 'chains']);
  const { nftables } = (stdout === '' ? { nftables: [] } : JSON.parse(stdout)) as { nftables: { chain?: Chain }[] };
  const chains = nftables.flatMap(({ chain }) => (chain === undefined || /^ink-/.test(chain.table) ? [] : [chain]));
  const forward = chains.filter(({ hook }) => hook === 'forward');
  const legacy = (await host.attempt('cat', ['/proc/net/ip_tables_names'])).stdout.includes('filter');
  return [
    ...forward.map((chain) => remedy(chain, chains, device)),
    ...(legacy && forward.every(({ table }) => table !== 'filter') ? [iptables('FORWARD', device)] : []),
  ];
}

function remedy({ family, table, name }: Chain, all: readonly Chain[], device: string): string {
  const has = (chain: string) => all.some((one) => one.table === table && one.name === chain);
  if (has('DOCKER-USER')) return iptables('DOCKER-USER', device);
  if (has('ufw-user-forward')) return `ufw route allow in on ${device}; ufw route allow out on ${device}`;
  if (table === 'firewalld') return `firewall-cmd --permanent --zone=trusted --add-interface=${device}; firewall-cmd --reload`;
  if (table === 'filter' && name === 'FORWARD') return iptables('FORWARD', device);
  const insert = (match: string) => `nft insert rule ${family} ${table} ${name} ${match} "${device}" accept`;
  return `${insert('iifname')}; ${insert('oifname')}`;
}

const iptables = (chain: string, device: string): string =>
  `iptables -I ${chain} -i ${device} -j ACCEPT; iptables -I ${chain} -o ${device} -j ACCEPT`;
