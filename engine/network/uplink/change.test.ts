import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { expect, it } from 'vitest';
import type { NicSpec } from '../../nic.ts';
import { planChange } from './change.ts';
import { planUplink, type UplinkInput } from './plan.ts';

const nic = (id: number): NicSpec => ({
  machineId: `srv-${id}`,
  mac: `52:54:00:77:00:0${id}`,
  hostname: `srv-${id}`,
  addresses: [
    { address: `198.51.100.13${id}`, prefix: 26, gateway: '198.51.100.129', version: 4 },
    { address: `2001:db8:77:${id}::1`, prefix: 64, gateway: 'fe80::1', version: 6 },
  ],
  dns: [],
});

const NAMESPACE = 'ink-1a2b3c4d';
const plan = (nics: readonly NicSpec[], changes: Partial<UplinkInput> = {}) =>
  planUplink({
    namespace: NAMESPACE,
    uplink: { ...NO_UPLINK, mode: 'routed', on_link: true },
    pools: [
      { cidr: '198.51.100.128/26', gateway: '198.51.100.129' },
      { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
    ],
    nics,
    interface: 'eth0',
    link: { host4: '169.254.3.1', guest4: '169.254.3.2', host6: 'fd01:2:3::1', guest6: 'fd01:2:3::2' },
    ipv6: true,
    hostAddresses: ['203.0.113.2'],
    mac: '02:00:00:00:00:01',
    bridgeAddresses: ['198.51.100.129', 'fe80::1'],
    ...changes,
  });

it('adds the routes and answers of the first server, and removes those of the last', () => {
  const [none, one] = [plan([]), plan([nic(1)])];
  expect(planChange(NAMESPACE, none, one)).toEqual({
    innerRules: one.innerRules,
    added: ['route replace 198.51.100.131/32 dev br0 src 198.51.100.129'],
    host: [
      'route replace 198.51.100.131/32 via 169.254.3.2 dev inku-1a2b3c4d',
      'route replace 2001:db8:77:1::/64 via fd01:2:3::2 dev inku-1a2b3c4d',
      'neighbour replace proxy 198.51.100.131 dev eth0',
      'neighbour replace proxy 2001:db8:77:1::1 dev eth0',
    ],
    removed: [],
  });
  expect(planChange(NAMESPACE, one, none)).toEqual({
    innerRules: none.innerRules,
    added: [],
    host: [
      'route delete 198.51.100.131/32 dev inku-1a2b3c4d',
      'route delete 2001:db8:77:1::/64 dev inku-1a2b3c4d',
      'neighbour delete proxy 198.51.100.131 dev eth0',
      'neighbour delete proxy 2001:db8:77:1::1 dev eth0',
    ],
    removed: ['route delete 198.51.100.131/32 dev br0'],
  });
});

it('leaves other servers alone', () => {
  const change = planChange(NAMESPACE, plan([nic(1), nic(2)]), plan([nic(2)]));
  expect([...(change?.host ?? []), ...(change?.removed ?? [])].filter((line) => /13[^1]|:2::/.test(line))).toEqual([]);
});

it('refuses if more than the servers has changed, or the link is not shared', () => {
  expect(planChange(NAMESPACE, plan([]), plan([nic(1)], { mac: '02:00:00:00:00:02' }))).toBeNull();
  expect(planChange(NAMESPACE, plan([]), plan([nic(1)], { hostAddresses: [] }))).not.toBeNull();
  const routed = { uplink: { ...NO_UPLINK, mode: 'routed' as const } };
  expect(planChange(NAMESPACE, plan([], routed), plan([nic(1)], routed))).toBeNull();
});
