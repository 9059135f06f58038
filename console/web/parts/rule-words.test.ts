import type { FirewallRule } from '@innkeeper/sdk/index';
import { expect, test } from 'vitest';
import { TEMPLATES } from '../rules/firewall-rules.ts';
import { describeRule, summarizeRules } from './rule-words.ts';

const rule = (given: Partial<FirewallRule>): FirewallRule => ({
  direction: 'in',
  protocol: 'tcp',
  ports: null,
  networks: ['0.0.0.0/0', '::/0'],
  description: null,
  ...given,
});

test.each([
  [rule({ ports: ['22'] }), 'SSH (TCP 22) from everywhere'],
  [rule({ ports: ['80', '443'] }), 'HTTP, HTTPS (TCP 80, 443) from everywhere'],
  [rule({ ports: ['80', '8000-8100'] }), 'TCP 80, 8000-8100 from everywhere'],
  [rule({}), 'TCP, all ports from everywhere'],
  [rule({ protocol: 'any', direction: 'out' }), 'Everything to everywhere'],
  [rule({ protocol: 'icmp', networks: ['0.0.0.0/0'] }), 'Ping (ICMP) from everywhere'],
  [rule({ protocol: 'icmpv6', networks: ['::/0'] }), 'Ping (ICMPv6) from everywhere'],
  [rule({ protocol: 'gre', networks: ['0.0.0.0/0'] }), 'GRE (tunnels) from every IPv4 address'],
  [
    rule({
      protocol: 'udp',
      ports: ['53'],
      networks: ['203.0.113.7/32', '2001:db8::1/128', '10.0.0.0/8', '::/0', '192.0.2.0/24'],
    }),
    'DNS (UDP 53) from 203.0.113.7, 2001:db8::1, 10.0.0.0/8, 2 more',
  ],
])('%#: describes a rule', (given, words) => expect(describeRule(given)).toBe(words));

test('summarises all rules in two sentences', () => {
  expect(summarizeRules([])).toEqual(['In: nothing.', 'Out: everything.']);
  const out = rule({ direction: 'out', protocol: 'udp', ports: ['53'] });
  const doubled = rule({ ports: ['22'], networks: ['10.0.0.0/8'] });
  expect(summarizeRules([...TEMPLATES.ssh, doubled, out])).toEqual(['In: SSH (TCP 22).', 'Out: DNS (UDP 53).']);
});
