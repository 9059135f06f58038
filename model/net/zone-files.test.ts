import { expect, test } from 'vitest';
import { reverseZones } from './reverse-names.ts';
import { delegationText, zoneText } from './zone-files.ts';

const content = {
  nameservers: ['ns1.example.net', 'ns2.example.net'],
  contact: 'host.master@example.net',
  ttl: 600,
  at: new Date('2026-01-31T12:00:00Z'),
  names: [
    { address: '198.18.4.7', name: 'a.example.com' },
    { address: '198.18.5.7', name: 'B.example.com' },
    { address: '2001:db8::7', name: 'six.example.com' },
  ],
};

test('each zone of a pool has a file with its own names', () => {
  expect(reverseZones('198.18.4.0/23').map((zone) => zoneText(zone, content))).toEqual(
    [
      ['4.18.198.in-addr.arpa', '7.4.18.198.in-addr.arpa. IN PTR a.example.com.'],
      ['5.18.198.in-addr.arpa', '7.5.18.198.in-addr.arpa. IN PTR b.example.com.'],
    ].map(([name, record]) =>
      [
        `$ORIGIN ${name}.`,
        '$TTL 600',
        '@ IN SOA ns1.example.net. host\\.master.example.net. 1769860800 10800 3600 604800 3600',
        '@ IN NS ns1.example.net.',
        '@ IN NS ns2.example.net.',
        record,
        '',
      ].join('\n'),
    ),
  );
});

test('below a /24 it contains the delegation for the parent', () => {
  const [zone] = reverseZones('192.0.2.8/30');
  expect(zone && delegationText(zone, ['ns1.example.net']).split('\n')).toEqual([
    'Ask whoever holds 2.0.192.in-addr.arpa for these records (RFC 2317):',
    '8-11.2.0.192.in-addr.arpa. IN NS ns1.example.net.',
    ...[8, 9, 10, 11].map((n) => `${n}.2.0.192.in-addr.arpa. IN CNAME ${n}.8-11.2.0.192.in-addr.arpa.`),
  ]);
  expect(reverseZones('2001:db8::/32').map((one) => delegationText(one, ['ns1.example.net']))).toEqual(['']);
});
