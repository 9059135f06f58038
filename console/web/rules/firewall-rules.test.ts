import type { Firewall, FirewallRule } from '@innkeeper/sdk/index';
import { describe, expect, test } from 'vitest';
import { areSameRules, compareRules, EVERYWHERE, findClosedSsh, TEMPLATES, withTemplate } from './firewall-rules.ts';

const rule = (given: Partial<FirewallRule>): FirewallRule => ({
  direction: 'in',
  protocol: 'tcp',
  ports: ['443'],
  networks: [...EVERYWHERE],
  description: null,
  ...given,
});
const ME = '203.0.113.7';
const WEB_1 = { id: 1, hostname: 'web-1', status: 'applied' } as const;
const WEB_2 = { id: 2, hostname: 'web-2', status: 'applied' } as const;
const closedBy = (rules: FirewallRule[], servers: Firewall['servers'] = [], others: Partial<Firewall>[] = []) =>
  findClosedSsh({ id: 7, rules, servers }, others as Firewall[], ME);

describe('SSH for an address', () => {
  test('stays open with a rule for its port and network', () => {
    expect(closedBy([...TEMPLATES.ssh])).toBeUndefined();
    expect(closedBy([rule({ protocol: 'any', ports: null })])).toBeUndefined();
    expect(closedBy([rule({ ports: ['20-25'], networks: ['203.0.113.0/24'] })])).toBeUndefined();
  });

  test.each([
    ['no rule', []],
    ['another port', [rule({})]],
    ['a range beside it', [rule({ ports: ['23-30'] })]],
    ['another protocol', [rule({ protocol: 'udp', ports: ['22'] })]],
    ['another direction', [rule({ direction: 'out', ports: ['22'] })]],
    ['another network', [rule({ ports: ['22'], networks: ['198.51.100.0/24'] })]],
  ])('is closed by %s', (_name, rules) => expect(closedBy(rules)).toEqual([]));

  test('is closed on servers whose other firewalls do not allow it', () => {
    const opens = { id: 8, rules: [...TEMPLATES.ssh], servers: [WEB_1] };
    expect(closedBy([], [WEB_1, WEB_2], [opens])).toEqual(['web-2']);
    expect(closedBy([], [WEB_1], [opens])).toBeUndefined();
    expect(closedBy([], [WEB_1], [{ ...opens, servers: [{ ...WEB_1, status: 'removing' }] }])).toEqual(['web-1']);
    // The firewall's own saved rules are about to be replaced.
    expect(closedBy([], [WEB_1], [{ ...opens, id: 7 }])).toEqual(['web-1']);
  });

  test('is not checked for an unknown address', () => {
    expect(findClosedSsh({ id: 7, rules: [], servers: [WEB_1] }, [], null)).toBeUndefined();
  });
});

test('rules are compared in any order, and duplicates count', () => {
  const [ssh, web] = [...TEMPLATES.ssh, rule({})] as [FirewallRule, FirewallRule];
  expect(areSameRules([ssh, web], [web, ssh])).toBe(true);
  expect(areSameRules([ssh], [ssh, ssh])).toBe(false);
  const described = { ...web, description: 'The web site' };
  expect(compareRules([ssh, web], [ssh, described])).toEqual({ added: new Set([1]), removed: [web] });
});

test('a template adds only missing rules', () => {
  const own = { ...(TEMPLATES.web[0] as FirewallRule), description: 'The web site' };
  expect(withTemplate([own], 'web')).toEqual([own, TEMPLATES.web[1]]);
  expect(withTemplate([...TEMPLATES.ping], 'ping')).toEqual(TEMPLATES.ping);
});
