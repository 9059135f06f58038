import { expect, test } from 'vitest';
import { addressOf, isIpv4Mapped, isWithin, networkOf, nextPrefixes, numberOf, parseNetwork, prefixesIn } from './ip-networks.ts';

const net = (text: string) => {
  const network = parseNetwork(text);
  if (!network) throw new Error(text);
  return network;
};

test.each([
  ['::ffff:10.1.2.3', true],
  ['0:0:0:0:0:FFFF:a01:203', true],
  ['::ffff:10.0.0.0/104', true],
  ['::ffff:0:0/96', true],
  ['::ffff:0:0/95', false],
  ['::/0', false],
  ['::1', false],
  // The deprecated form is read like the mapped one.
  ['::10.1.2.3', true],
  ['64:ff9b::a01:203', false],
  ['10.1.2.3/8', false],
])('%s is IPv4 in IPv6 form: %s', (text, expected) => {
  expect(isIpv4Mapped(text)).toBe(expected);
});

test('parses networks as numbers, and refuses invalid ones', () => {
  expect(net('10.0.0.0/24')).toEqual({ version: 4, first: 167772160n, last: 167772415n, prefix: 24 });
  expect(net('192.0.2.7')).toMatchObject({ prefix: 32 });
  expect(net('::/0')).toMatchObject({ first: 0n, last: 2n ** 128n - 1n });
  for (const text of ['', '10.0.0.1/24', '10.0.0.0/33', '127.1', '10.0.0.0/', '10.0.0.0/8/8', 'fe80::1%eth0', '2001:db8::1/64'])
    expect(parseNetwork(text), text).toBeUndefined();
  expect(addressOf(6, numberOf('2001:db8::1'))).toBe('2001:db8::1');
  expect(addressOf(4, numberOf('10.1.2.3'))).toBe('10.1.2.3');
  expect([networkOf('2001:db8:1:2::3', 64), networkOf('10.1.2.3', 24)]).toEqual(['2001:db8:1:2::/64', '10.1.2.0/24']);
  expect(isWithin(net('10.0.0.128/25'), net('10.0.0.0/24'))).toBe(true);
  expect(isWithin(net('10.0.0.0/23'), net('10.0.0.0/24'))).toBe(false);
  expect(isWithin(net('::a00:0/104'), net('10.0.0.0/8'))).toBe(false);
});

test('lists the prefixes of a network in order, without excluded ones', () => {
  const network = net('2001:db8::/60');
  expect(prefixesIn(network)).toBe(16n);
  const excluded = [net('2001:db8:0:2::/63'), net('2001:db8:0:5::77')];
  expect(nextPrefixes(network, { from: 0n, count: 4, excluded })).toEqual({
    addresses: ['2001:db8::1', '2001:db8:0:1::1', '2001:db8:0:4::1', '2001:db8:0:6::1'],
    next: 7n,
  });
  expect(nextPrefixes(network, { from: 14n, count: 4, excluded }).addresses).toHaveLength(2);
  expect(nextPrefixes(network, { from: 15n, count: 4, excluded: [net('2001:db8:0:f::/64')] })).toEqual({
    addresses: [],
    next: 16n,
  });
  expect(prefixesIn(net('2001:db8::/32'))).toBe(2n ** 32n);
});
