import { expect, test } from 'vitest';
import { canonicalRules, type RuleInput, widestNetworks } from './firewalls.ts';

const rule = (given: Partial<RuleInput>) => canonicalRules([{ direction: 'in', protocol: 'tcp', ...given }])[0];

test('a rule without ports and networks applies to all', () => {
  expect(rule({})).toEqual({
    direction: 'in',
    protocol: 'tcp',
    ports: null,
    networks: ['0.0.0.0/0', '::/0'],
    description: null,
  });
  expect(rule({ protocol: 'icmp' })?.networks).toEqual(['0.0.0.0/0']);
  expect(rule({ protocol: 'icmpv6' })?.networks).toEqual(['::/0']);
});

test('sorts and joins ports', () => {
  expect(rule({ ports: ['443', '80', '8000-8100', '8050-8200', '81', '8201'] })?.ports).toEqual(['80-81', '443', '8000-8201']);
});

test('networks have no host bits, are unique, and are sorted numerically', () => {
  const networks = ['2001:db8::1/32', '10.1.2.3', '9.0.0.0/8', '10.1.2.3/8', '10.0.0.0/8', '0.0.0.0/0', '2001:DB8::/32', '::1'];
  expect(rule({ networks })?.networks).toEqual([
    ...['0.0.0.0/0', '9.0.0.0/8', '10.0.0.0/8', '10.1.2.3/32'],
    ...['::1/128', '2001:db8::/32'],
  ]);
});

test.each([
  [{ ports: ['0'] }, 'rules.0.ports.0', 'Ports must be from 1 to 65535.'],
  [{ ports: ['1', '65536'] }, 'rules.0.ports.1', 'Ports must be from 1 to 65535.'],
  [{ ports: ['9-8'] }, 'rules.0.ports.0', 'The first port of a range must not be above its last.'],
  [{ protocol: 'icmp' as const, ports: ['8'] }, 'rules.0.ports', 'Only the protocols tcp and udp have ports. Remove the ports.'],
  [{ protocol: 'icmp' as const, networks: ['::/0'] }, 'rules.0.networks', 'The protocol icmp supports only IPv4 networks.'],
  [
    { protocol: 'icmpv6' as const, networks: ['::/0', '10.0.0.0/8'] },
    'rules.0.networks',
    'The protocol icmpv6 supports only IPv6 networks.',
  ],
])('refuses %j', (given, field, sentence) => {
  expect(() => rule(given)).toThrow(expect.objectContaining({ details: { message: sentence, errors: { [field]: [sentence] } } }));
});

test('the widest networks contain all others', () => {
  expect(widestNetworks(['0.0.0.0/0', '10.0.0.0/8', '::1/128', '2001:db8::/32', '2001:db8:1::/48'])).toEqual([
    ...['0.0.0.0/0', '::1/128', '2001:db8::/32'],
  ]);
});
