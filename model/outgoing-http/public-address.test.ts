import { describe, expect, it } from 'vitest';
import { canonicalAddress, isPublicAddress } from './public-address.ts';

describe('a public address', () => {
  it.each(['8.8.8.8', '151.101.1.6', '2a00:1450:4001:82a::200e', '2620:fe::fe', '::ffff:8.8.8.8'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.7'],
    ...['203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1', '2001:db8::1', '100::1'],
    ...['::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:169.254.169.254', '::127.0.0.1', '64:ff9b::a00:1', '2002:7f00:1::'],
    // Unassigned ranges.
    ...['4000::1', '5f00::1'],
    ...['2001::1', 'localhost', '127.1', '', '1.2.3.4.5'],
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

it.each([
  ['2001:DB8::0001', '2001:db8::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['mirror.example', 'mirror.example'],
])('the canonical form of %s is %s', (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
});
