import path from 'node:path';
import { NO_UPLINK, type Uplink } from '@innkeeper/model/net/uplink';
import { expect, it } from 'vitest';
import type { NicSpec } from '../../nic.ts';
import { planUplink, type UplinkInput, type UplinkPlan } from './plan.ts';

const server: NicSpec = {
  machineId: 'srv-1',
  mac: '52:54:00:77:00:0b',
  hostname: 'web-1',
  addresses: [
    { address: '198.51.100.139', prefix: 26, gateway: '198.51.100.129', version: 4 },
    { address: '2001:db8:77:5::1', prefix: 64, gateway: 'fe80::1', version: 6 },
  ],
  dns: [],
};

const other: NicSpec = {
  ...server,
  machineId: 'srv-2',
  addresses: [{ address: '192.0.2.7', prefix: 24, gateway: '192.0.2.1', version: 4 }],
};

const plan = (uplink: Partial<Uplink>, changes: Partial<UplinkInput> = {}): UplinkPlan =>
  planUplink({
    namespace: 'ink-1a2b3c4d',
    uplink: { ...NO_UPLINK, ...uplink },
    pools: [
      { cidr: '198.51.100.128/26', gateway: '198.51.100.129' },
      { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
    ],
    nics: [server],
    interface: 'eth0',
    link: { host4: '169.254.3.1', guest4: '169.254.3.2', host6: 'fd01:2:3::1', guest6: 'fd01:2:3::2' },
    ipv6: true,
    hostAddresses: ['203.0.113.2', '2001:db8:a::2'],
    ...changes,
  });

/** Shows a plan with one line per command and rule. */
const shown = (one: UplinkPlan): string =>
  `${JSON.stringify({ ...one, hostRules: one.hostRules.split('\n'), innerRules: one.innerRules.split('\n') }, null, 1)}\n`;

it('plans on a shared link a route to each server, and drops only sources of this node', () => {
  const made = plan(
    { mode: 'routed', on_link: true },
    { mac: '02:00:00:00:00:01', bridgeAddresses: ['198.51.100.129', 'fe80::1'], nics: [server, other] },
  );
  expect(made.sharedLink).toEqual({
    networks: ['198.51.100.128/26', '2001:db8:77::/48'],
    servers: [
      { address: '198.51.100.139', command: 'route replace 198.51.100.139/32 dev br0 src 198.51.100.129' },
      // The bridge could not get this gateway.
      { address: '192.0.2.7', command: 'route replace 192.0.2.7/32 dev br0' },
    ],
  });
  expect(made.namespaceCommands.filter((line) => line.includes('unreachable'))).toEqual([]);
  const ingress = made.innerRules.split('\n').filter((line) => line.startsWith('add rule inet innkeeper ingress'));
  expect(ingress.map((line) => line.replace('add rule inet innkeeper ingress ', ''))).toEqual([
    'ip saddr { 198.51.100.139, 192.0.2.7 } counter drop',
    'ip6 saddr & ffff:ffff:ffff:ffff:: { 2001:db8:77:5:: } counter drop',
    'meta nfproto ipv4 fib saddr type local meta l4proto != icmp counter drop',
    'fib saddr type local icmp type != { destination-unreachable, time-exceeded, parameter-problem } counter drop',
  ]);
  const before = plan({ mode: 'routed', on_link: true }, { nics: [] });
  expect(before.sharedLink?.servers).toEqual([]);
  expect(before.innerRules).not.toMatch(/ip6? saddr/);
});

it.each([
  ['nat', plan({ mode: 'nat', allow: ['10.9.9.0/24'] })],
  ['routed', plan({ mode: 'routed' })],
  ['bridge', plan({ mode: 'bridge', interface: 'eth1' }, { interface: 'eth1', ipv6: false })],
])('plans a network of mode %s byte for byte as before', async (mode, made) => {
  await expect(shown(made)).toMatchFileSnapshot(path.join(import.meta.dirname, 'golden', `${mode}.txt`));
});
