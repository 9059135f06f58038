import { expect, test } from 'vitest';
import { holdsAddress } from './ip-networks.ts';

test.each([
  ['0.0.0.0/0', '203.0.113.7', true],
  ['203.0.113.0/24', '203.0.113.7', true],
  ['203.0.113.0/24', '203.0.114.7', false],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7/32', '::ffff:203.0.113.7', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::/0', '2001:db8::1', true],
  ['::/0', '203.0.113.7', false],
  ['2001:db8::/32', '2001:DB8:0:1::9', true],
  ['2001:db9::/32', '2001:db8::9', false],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['203.0.113.0/33', '203.0.113.7', false],
  ['203.0.113.0/24/8', '203.0.113.7', false],
  ['1:2:3', '1:2:3', false],
  ['1::2::3', '1::2::3', false],
  ['nonsense', 'nonsense', false],
  // A network inside of another one.
  ['203.0.113.0/24', '203.0.113.128/25', true],
  ['203.0.113.128/25', '203.0.113.0/24', false],
])('%s holds %s: %s', (network, address, isHeld) => expect(holdsAddress(network, address)).toBe(isHeld));
