import type { FirewallRule } from '@innkeeper/sdk/index';
import { expect, it } from 'vitest';
import { fromText, toText } from './stored-rules.ts';

const rule: FirewallRule = { direction: 'in', protocol: 'tcp', ports: ['22'], networks: ['192.0.2.0/24'], description: null };

it('unsaved rules are the same after a reload', () => {
  const unsaved = { base: [rule], rules: [rule, { ...rule, ports: null, description: 'web' }] };
  expect(fromText(toText(unsaved))).toEqual(unsaved);
  expect([toText(undefined), fromText('')]).toEqual(['', undefined]);
});

it.each([
  '{',
  'null',
  '{}',
  '{"base":[]}',
  '{"base":[],"rules":[null]}',
  '{"base":[],"rules":[{"direction":"up"}]}',
  JSON.stringify({ base: [], rules: [{ ...rule, networks: [7] }] }),
])('a stored text that no rule has is ignored: %s', (text) => {
  expect(fromText(text)).toBeUndefined();
});
