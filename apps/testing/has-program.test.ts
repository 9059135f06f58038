import { expect, it } from 'vitest';
import { hasProgram } from './has-program.ts';

it('finds a program in a directory of the path', () => {
  expect(hasProgram('sh')).toBe(true);
  expect(hasProgram('no-such-program')).toBe(false);
  expect(hasProgram('sh', ['/nonexistent'])).toBe(false);
});
