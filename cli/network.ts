/** Defines the command `./innkeeper network`, with the texts that it prints. */
import { networks } from '@innkeeper/contract/operations/network.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { checkNetwork, showNetwork, uplinkNetwork } from '@innkeeper/operations/network.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { formatFindings } from './output/findings.ts';
import { table } from './output/table.ts';

type Network = OperatorReply<'showNetwork'>;

function formatNetwork(network: Network): string {
  const { node, uplink, pools } = network;
  const settings: [string, string | null][] = [
    ['uplink', uplink.mode],
    ['interface', uplink.mode === 'none' ? null : (uplink.interface ?? 'the interface of the default route')],
    ['vlan', uplink.vlan === null ? null : String(uplink.vlan)],
    ['addresses', uplink.addresses.join(', ') || null],
    ['gateways', uplink.gateways.join(', ') || null],
    [
      'pools',
      uplink.mode === 'routed' || uplink.mode === 'bridge' ? (uplink.on_link ? 'on its link' : 'routed to the host') : null,
    ],
    ['allowed', uplink.allow.join(', ') || null],
    ['probe', uplink.probe.join(', ') || null],
    ['state', stateOf(network)],
    ['host', network.present?.host.map(({ address, use, name }) => `${address} (${name ?? use})`).join(', ') || null],
  ];
  const lines = settings.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(9)} ${value}`]));
  const rows = pools.map(({ name, cidr, gateway, present, problem }) => [
    name,
    cidr,
    gateway,
    problem ?? (present === null ? 'unknown' : present ? 'in use' : 'not applied yet'),
  ]);
  const list = rows.length === 0 ? 'The node has no pools.' : table(['POOL', 'NETWORK', 'GATEWAY', 'STATE'], rows);
  return [`Network of node ${node}:`, ...lines, '', list].join('\n');
}

const formatUplinkSet = ({ node, uplink }: Network): string =>
  uplink.mode === 'none'
    ? `The uplink of node ${node} was removed. Its worker applies this within 30 seconds.`
    : `The uplink of node ${node} was set to ${uplink.mode}. Its worker applies it within 30 seconds. Then verify it with ./innkeeper network check.`;

/** Returns the state of the uplink in the kernel, as the worker last saw it, or `null` if there is nothing to show. */
function stateOf({ uplink, made_at, error, present }: Network): string | null {
  if (error !== null) return `failed: ${error}`;
  if (uplink.mode === 'none' && !present?.interface) return null;
  if (uplink.mode === 'none') return `${present?.interface} still leads to the internet`;
  if (made_at === null || !present?.interface) return 'not applied yet';
  return present.up
    ? `up on ${present.interface}, seen ${present.seen_at}`
    : `down: ${present.interface}, seen ${present.seen_at}`;
}

export const networkBindings: Bindings<typeof networks> = {
  showNetwork: { run: inOneTransaction(showNetwork), format: formatNetwork },
  uplinkNetwork: { run: inOneTransaction(uplinkNetwork), format: formatUplinkSet },
  checkNetwork: {
    async run(installation, input) {
      const { network } = await installation.engine();
      const shared = await installation.commit((cx) => checkNetwork(cx, input));
      const reply = { findings: await network.checkUplink(shared) };
      if (reply.findings.some(({ ok }) => ok === false)) process.exitCode = 1;
      return reply;
    },
    format: formatFindings,
  },
};

export function networkCommand(): Command {
  return nounCommand('network', 'manage the network of guests', networks, networkBindings);
}
