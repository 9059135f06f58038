/** A node's network as lines for a person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { table } from './table.ts';

type Network = OperatorReply<'showNetwork'>;

export function formatNetwork(network: Network): string {
  const { node, uplink, pools } = network;
  const settings: [string, string | null][] = [
    ['uplink', uplink.mode],
    ['interface', uplink.mode === 'none' ? null : (uplink.interface ?? 'that of the default route')],
    ['vlan', uplink.vlan === null ? null : String(uplink.vlan)],
    ['addresses', uplink.addresses.join(', ') || null],
    ['gateways', uplink.gateways.join(', ') || null],
    [
      'pools',
      uplink.mode === 'routed' || uplink.mode === 'bridge' ? (uplink.on_link ? 'on its link' : 'routed to the host') : null,
    ],
    ['allowed', uplink.allow.join(', ') || null],
    ['probe', uplink.probe],
    ['state', stateOf(network)],
  ];
  const lines = settings.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(9)} ${value}`]));
  const rows = pools.map(({ name, cidr, gateway }) => [name, cidr, gateway]);
  const list = rows.length === 0 ? 'It has no pools.' : table(['POOL', 'NETWORK', 'GATEWAY'], rows);
  return [`Network of node ${node}:`, ...lines, '', list].join('\n');
}

export const formatUplinkSet = ({ node, uplink }: Network): string =>
  uplink.mode === 'none'
    ? `The uplink of node ${node} is removed. Its worker takes it down within half a minute.`
    : `The uplink of node ${node} is ${uplink.mode}. Its worker makes it so within half a minute; then prove it: ./innkeeper network check`;

function stateOf({ uplink, made_at, error }: Network): string | null {
  if (error !== null) return `failed: ${error}`;
  if (made_at !== null) return `made ${made_at}`;
  return uplink.mode === 'none' ? null : 'not made yet';
}
