import { expect, test } from 'vitest';
import { applyListChange, canonicalNetwork, cidrOf, sortedCidrs, withoutCovered } from './network-lists.ts';

const networks = (...texts: string[]) => texts.map((text) => canonicalNetwork(text) ?? expect.fail(text));

test('formats a network in one canonical way', () => {
  const written = (text: string) => canonicalNetwork(text) && cidrOf(canonicalNetwork(text) ?? expect.fail(text));
  expect(written('10.1.2.3/8')).toBe('10.0.0.0/8');
  expect(written('192.0.2.1')).toBe('192.0.2.1/32');
  expect(written('0.0.0.0/0')).toBe('0.0.0.0/0');
  expect(written('2001:DB8:0:0::1/33')).toBe('2001:db8::/33');
  expect(written('::ffff:192.0.2.1')).toBe('::ffff:c000:201/128');
  for (const text of ['10.0.0.0/33', '10.0.0/8', 'fe80::1%eth0', '::/129', '', 'x']) expect(written(text)).toBeUndefined();
});

test('sorts a list numerically by address, then prefix, without duplicates', () => {
  const list = sortedCidrs(networks('100.0.0.0/8', '9.0.0.0/8', '9.0.0.0/24', '9.9.9.9/8', '9.0.0.0/16'));
  expect(list).toEqual(['9.0.0.0/8', '9.0.0.0/16', '9.0.0.0/24', '100.0.0.0/8']);
});

test('a change adds and removes; what is in both lists is removed', () => {
  const after = applyListChange(['10.0.0.0/8', '192.0.2.0/24'], {
    add: networks('1.1.1.1', '2.2.2.2'),
    remove: networks('10.5.5.5/8', '2.2.2.2', '3.3.3.3'),
  });
  expect(after).toEqual(['1.1.1.1/32', '192.0.2.0/24']);
});

test('removes networks that another one contains', () => {
  expect(withoutCovered(['10.0.0.0/8', '10.0.0.0/24', '10.9.0.0/16', '11.0.0.0/32', '9.0.0.0/9'])).toEqual([
    '9.0.0.0/9',
    '10.0.0.0/8',
    '11.0.0.0/32',
  ]);
  expect(withoutCovered(['0.0.0.0/0', '255.255.255.255/32'])).toEqual(['0.0.0.0/0']);
});
