import { expect, test } from 'vitest';
import { consentFor, endOfAccess } from './support-access.ts';

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`);
const [read, write, longRead] = [
  { id: 1, scope: 'read', expires_at: at('12:00') },
  { id: 2, scope: 'write', expires_at: at('13:00') },
  { id: 3, scope: 'read', expires_at: at('14:00') },
] as const;

test('write access includes read access, not vice versa, and the longest consent is used', () => {
  expect(consentFor([read, write, longRead], 'read')?.id).toBe(3);
  expect(consentFor([read, write, longRead], 'write')?.id).toBe(2);
  expect(consentFor([read], 'write')).toBeUndefined();
  expect(consentFor([], 'read')).toBeUndefined();
});

test('an access never outlives its consent', () => {
  expect(endOfAccess(at('11:30'), { minutes: 60, consent: read })).toEqual(at('12:00'));
  expect(endOfAccess(at('11:30'), { minutes: 15, consent: read })).toEqual(at('11:45'));
  expect(endOfAccess(at('11:30'), { minutes: 60 })).toEqual(at('12:30'));
});
