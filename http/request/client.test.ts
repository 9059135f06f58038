import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { networkOf, networksOf, openClients, openRanges, parseAddress } from './client.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['127.evil', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('an IPv6 address also counts for its /48, which has a larger limit', () => {
  expect(networksOf('2001:db8:1:2::9')).toEqual([
    { name: '2001:db8:1:2::/64', share: 1 },
    { name: '2001:db8:1::/48', share: 4 },
  ]);
  expect(networksOf('192.0.2.7')).toEqual([{ name: '192.0.2.7', share: 1 }]);
});

it.each(['127.1', '127.evil', '2130706433', '0x7f.0.0.1', '', 'localhost', '192.0.2.7:80'])('%s is not an address', (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

it('ranges contain addresses of the same version, in any notation', () => {
  const isOf = openRanges(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);
  expect(['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:5::1', '192.0.2.1'].map(isOf)).toEqual([true, true, true, true]);
  expect(['11.0.0.1', '2001:db9::1', '192.0.2.2', '10.evil', ''].map(isOf)).toEqual([false, false, false, false, false]);
});

const clientAt = (remoteAddress: string, headers: Record<string, string> = {}, encrypted = false) =>
  openClients(['127.0.0.1', '10.0.0.0/8'])({ socket: { remoteAddress, encrypted }, headers } as unknown as IncomingMessage);

it('a client without a proxy has the address of its socket, whatever its headers', () => {
  const forged = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' };
  expect(clientAt('::ffff:203.0.113.5', forged)).toEqual({ address: '203.0.113.5', secure: false, local: false });
  expect(clientAt('203.0.113.5', {}, true).secure).toBe(true);
  expect(clientAt('127.0.0.1').local).toBe(true);
  expect(clientAt('::1').local).toBe(true);
});

it.each([
  ['203.0.113.5', '203.0.113.5', false],
  ['127.0.0.1, 203.0.113.5', '203.0.113.5', false],
  ['203.0.113.5, 10.0.0.9', '203.0.113.5', false],
  ['203.0.113.5:4711', '203.0.113.5', false],
  ['[2001:db8::7]:4711', '2001:db8::7', false],
  ['::ffff:203.0.113.5', '203.0.113.5', false],
  ['127.0.0.1', '127.0.0.1', true],
  ['127.evil', '127.0.0.1', false],
  ['127.1', '127.0.0.1', false],
  ['unknown', '127.0.0.1', false],
  ['', '127.0.0.1', false],
  ['127.0.0.1, evil, 10.0.0.9', '10.0.0.9', false],
  ['203.0.113.5,', '127.0.0.1', false],
  [',203.0.113.5', '203.0.113.5', false],
  ['10.0.0.8, 10.0.0.9', '10.0.0.8', false],
])('the header "%s" from a proxy on this machine gives the client %s (local: %s)', (header, address, local) => {
  expect(clientAt('127.0.0.1', { 'x-forwarded-for': header })).toEqual({ address, secure: false, local });
});

it.each([
  ['https', true],
  ['HTTPS', true],
  ['http', false],
  ['https, http', false],
  ['https://', false],
])('a proxy that reports the scheme "%s"', (proto, secure) => {
  expect(clientAt('10.0.0.1', { 'x-forwarded-proto': proto }).secure).toBe(secure);
});
