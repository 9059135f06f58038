import { expect, test } from 'vitest';
import { type Firewalls, listChangedFirewalls, withAccepted } from './firewalls.ts';

const firewall = (id: number, version = 1) => ({ id, version, rules: [] });
const NONE: ReadonlySet<number> = new Set();
const inForce: Firewalls = { firewalls: [firewall(1), firewall(2)], machines: { 'srv-1': [1], 'srv-2': [2], 'srv-3': [1] } };

test('the same versions are applied to the machines of the rows', () => {
  const desired = { firewalls: [firewall(1)], machines: { 'srv-1': [1], 'srv-4': [1] } };
  expect(listChangedFirewalls(inForce, desired)).toEqual([]);
  expect(withAccepted(inForce, desired, NONE)).toEqual(desired);
});

test('a changed firewall keeps its version and its machines until it is accepted', () => {
  const desired = { firewalls: [firewall(1, 2), firewall(2)], machines: { 'srv-1': [1], 'srv-2': [1, 2], 'srv-4': [1] } };
  expect(listChangedFirewalls(inForce, desired)).toEqual([1]);
  const held = withAccepted(inForce, desired, NONE);
  expect(held.firewalls).toEqual([firewall(2), firewall(1)]);
  expect(held.machines).toEqual({ 'srv-1': [1], 'srv-2': [2] });
  expect(withAccepted(inForce, desired, new Set([1]))).toEqual(desired);
});

test('a machine keeps firewalls that its rows remove, if it would have none', () => {
  const desired = { firewalls: [firewall(3)], machines: { 'srv-1': [3], 'srv-3': [], 'srv-4': [3] } };
  expect(withAccepted(inForce, desired, NONE)).toEqual({
    firewalls: [firewall(1)],
    machines: { 'srv-1': [1] },
  });
});
