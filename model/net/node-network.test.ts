import { expect, test } from 'vitest';
import { describeHostAddress, findHostAddress, type HostAddress } from './node-network.ts';

const HOST: HostAddress[] = [
  { address: '203.0.113.2', use: 'interface', name: 'eth0' },
  { address: '203.0.113.1', use: 'router', name: null },
  { address: '192.0.2.53', use: 'resolver', name: null },
  { address: '2001:db8:d::80', use: 'mirror', name: 'deb.example.org' },
];
const find = (cidr: string, excluded: string[] = [], gateway = '203.0.113.65') =>
  findHostAddress({ cidr, gateway, excluded }, HOST)?.address;

test.each([
  ['203.0.113.0/24', [], '203.0.113.1', '203.0.113.2'],
  ['203.0.113.0/24', ['203.0.113.2'], '203.0.113.1', undefined],
  ['203.0.113.0/24', ['203.0.113.2'], '203.0.113.254', '203.0.113.1'],
  ['203.0.113.0/24', ['203.0.113.0/30'], '203.0.113.254', undefined],
  ['203.0.113.64/26', [], '203.0.113.65', undefined],
  ['192.0.2.0/24', [], '192.0.2.1', '192.0.2.53'],
  ['2001:db8::/32', [], 'fe80::1', '2001:db8:d::80'],
])('of %s without %j and with the gateway %s, the host uses %s', (cidr, excluded, gateway, address) => {
  expect(find(cidr, excluded, gateway)).toBe(address);
});

test('explains what the host uses an address for', () => {
  expect(HOST.map((one) => describeHostAddress(one, 'local'))).toEqual([
    '203.0.113.2, an address of eth0 on node local',
    '203.0.113.1, the router of node local',
    '192.0.2.53, a resolver of node local',
    '2001:db8:d::80, the package mirror deb.example.org of node local',
  ]);
});
