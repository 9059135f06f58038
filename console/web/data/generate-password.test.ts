import { expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';

it('generates passwords of 100 random bits, without characters that look alike', () => {
  const password = generatePassword();
  expect(password).toMatch(/^[a-km-z2-9]{5}(-[a-km-z2-9]{5}){3}$/);
  expect(password).not.toMatch(/[lo01]/);
  expect(generatePassword((length) => new Uint8Array(length).fill(255))).toBe('99999-99999-99999-99999');
});
