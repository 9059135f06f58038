import { expect, test } from 'vitest';
import { machineIdOf, macOf, serverIdOf } from './machine-names.ts';

test('a machine name maps to its server, and any other name to none', () => {
  expect(serverIdOf(machineIdOf(4711))).toBe(4711);
  for (const other of ['srv-', 'srv-1x', 'vm-1', 'srv-99999999999']) expect(serverIdOf(other)).toBeUndefined();
});

test('a MAC address contains the id', () => {
  expect(macOf(1)).toBe('52:54:00:00:00:01');
  expect(macOf(0xabcdef)).toBe('52:54:00:ab:cd:ef');
});
