import { expect, test } from 'vitest';
import { findRefusedRule, NEW_RULE, toDraft, toRule } from './rule-draft.ts';

test('toRule builds a rule from typed text', () => {
  expect(
    toRule({ ...NEW_RULE, ports: '443, 80 8000-8100', networks: '203.0.113.7\n2001:db8::/32', description: ' Web ' }),
  ).toEqual({
    direction: 'in',
    protocol: 'tcp',
    ports: ['80', '443', '8000-8100'],
    networks: ['203.0.113.7/32', '2001:db8::/32'],
    description: 'Web',
  });
  expect(toRule(NEW_RULE)).toMatchObject({ ports: null, networks: ['0.0.0.0/0', '::/0'], description: null });
  expect(toRule({ ...NEW_RULE, protocol: 'icmp', ports: '80' })).toMatchObject({ ports: null, networks: ['0.0.0.0/0'] });
  expect(toRule({ ...NEW_RULE, protocol: 'icmpv6' })).toMatchObject({ networks: ['::/0'] });
});

test('toDraft reverses toRule', () => {
  const draft = { ...NEW_RULE, direction: 'out', ports: '80, 443', description: 'Web' } as const;
  expect(toDraft(toRule(draft))).toEqual(draft);
  expect(toDraft(toRule({ ...NEW_RULE, networks: '0.0.0.0/0' })).networks).toBe('0.0.0.0/0');
});

test('findRefusedRule returns the first refused rule with all messages of a field', () => {
  const fields = { 'rules.7.networks': 'D.', 'rules.3.ports.0': 'A.', 'rules.3.ports.2': 'B.', 'rules.3.networks': 'C.' };
  expect(findRefusedRule(fields)).toEqual({ index: 3, fields: { ports: 'A. B.', networks: 'C.' } });
  expect(findRefusedRule({ rules: 'Too many.' })).toBeUndefined();
});
