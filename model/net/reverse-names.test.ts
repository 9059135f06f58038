import { describe, expect, it, test } from 'vitest';
import { addressOf, parseNetwork } from './ip-networks.ts';
import { addressAt, delegationOf, locateRecord, pointerOf, reverseZones } from './reverse-names.ts';

describe('reverseZones', () => {
  it.each<[string, string[]]>([
    ['192.0.2.0/24', ['2.0.192.in-addr.arpa']],
    ['10.20.0.0/16', ['20.10.in-addr.arpa']],
    ['198.18.4.0/22', ['4.18.198.in-addr.arpa', '5.18.198.in-addr.arpa', '6.18.198.in-addr.arpa', '7.18.198.in-addr.arpa']],
    ['192.0.2.64/26', ['64-127.2.0.192.in-addr.arpa']],
    ['192.0.2.0/25', ['0-127.2.0.192.in-addr.arpa']],
    ['192.0.2.252/30', ['252-255.2.0.192.in-addr.arpa']],
    ['2001:db8::/32', ['8.b.d.0.1.0.0.2.ip6.arpa']],
    ['2001:db8:0:a0::/60', ['a.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa']],
    ['2001:db8:0:8000::/49', [8, 9, 'a', 'b', 'c', 'd', 'e', 'f'].map((n) => `${n}.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa`)],
    ['2001:db8:7:1::/64', ['1.0.0.0.7.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa']],
  ])('splits %s', (cidr, names) => {
    expect(reverseZones(cidr).map(({ name }) => name)).toEqual(names);
  });

  it('covers each address of a network exactly once, for any length', () => {
    for (const [address, from, to] of [
      ['10.0.0.0', 16, 30],
      ['2001:db8::', 32, 64],
    ] as const)
      for (let prefix = from; prefix <= to; prefix += 1) {
        const network = parseNetwork(`${address}/${prefix}`);
        const zones = reverseZones(`${address}/${prefix}`);
        expect(zones[0]?.first).toBe(network?.first);
        expect(zones.at(-1)?.last).toBe(network?.last);
        for (const [i, zone] of zones.slice(1).entries()) expect(zone.first).toBe((zones[i]?.last ?? 0n) + 1n);
      }
  });
});

test('a pointer name is fully expanded', () => {
  expect(pointerOf('192.0.2.10')).toBe('10.2.0.192.in-addr.arpa');
  expect(pointerOf('2001:db8::1')).toBe(`1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`);
});

test('below a /24 a name is in an RFC 2317 zone, and its parent delegates to it', () => {
  const place = locateRecord('192.0.2.64/30', '192.0.2.66');
  expect(place).toMatchObject({ zone: { parent: '2.0.192.in-addr.arpa' }, record: '66.64-67.2.0.192.in-addr.arpa' });
  expect(place && delegationOf(place.zone)).toEqual(
    [64, 65, 66, 67].map((n) => ({ name: `${n}.2.0.192.in-addr.arpa`, target: `${n}.64-67.2.0.192.in-addr.arpa` })),
  );
  expect(delegationOf(reverseZones('192.0.2.0/24')[0] as never)).toEqual([]);
});

test('other names are at the standard pointer, and addresses of other networks have none', () => {
  for (const [cidr, address] of [
    ['198.18.4.0/22', '198.18.6.9'],
    ['2001:db8::/33', '2001:db8:7fff:1::ab'],
  ] as const)
    expect(locateRecord(cidr, address)?.record).toBe(pointerOf(address));
  expect(locateRecord('198.18.4.0/22', '198.18.8.1')).toBeUndefined();
  expect(locateRecord('2001:db8::/64', '192.0.2.1')).toBeUndefined();
});

test('a record name maps back to its address, and any other name to none', () => {
  for (const cidr of ['192.0.2.64/26', '198.18.4.0/22', '2001:db8::/46']) {
    const network = parseNetwork(cidr);
    if (!network) throw new Error(cidr);
    for (const number of [network.first, network.first + 7n, network.last]) {
      const address = addressOf(network.version, number);
      const place = locateRecord(cidr, address);
      expect(place && addressAt(place.zone, place.record)).toBe(address);
    }
  }
  const [zone] = reverseZones('192.0.2.64/26');
  if (!zone) throw new Error('no zone');
  for (const record of [
    '64-127.2.0.192.in-addr.arpa',
    '1.64-127.2.0.192.in-addr.arpa',
    '066.64-127.2.0.192.in-addr.arpa',
    'www.example',
  ])
    expect(addressAt(zone, record), record).toBeUndefined();
});
