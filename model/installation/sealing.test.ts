import { expect, test } from 'vitest';
import { openSealer } from './sealing.ts';

const sealer = openSealer(Buffer.alloc(32, 7));
const secret = Buffer.from('a secret');

test('a sealed value can only be opened with its key and purpose', () => {
  const sealed = sealer.seal('totp:1', secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(sealer.seal('totp:1', secret).equals(sealed)).toBe(false);
  expect(sealer.open('totp:1', sealed)).toEqual(secret);
  expect(openSealer(Buffer.alloc(32, 7)).open('totp:1', sealed)).toEqual(secret);
  expect(() => sealer.open('totp:2', sealed)).toThrow();
  expect(() => openSealer(Buffer.alloc(32, 8)).open('totp:1', sealed)).toThrow();
  for (let i = 0; i < sealed.length; i += 1) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => sealer.open('totp:1', changed), String(i)).toThrow();
  }
});

test('a digest is equal for equal secret, purpose and key', () => {
  const digest = sealer.digest('recovery:1', 'abcd');
  expect(sealer.digest('recovery:1', 'abcd')).toEqual(digest);
  expect(sealer.digest('recovery:2', 'abcd')).not.toEqual(digest);
  expect(openSealer(Buffer.alloc(32, 8)).digest('recovery:1', 'abcd')).not.toEqual(digest);
  expect(() => openSealer(Buffer.alloc(16))).toThrow(RangeError);
});
