import { expect, it } from 'vitest';
import { Failure } from './failures.ts';

it('has a stack, except a refusal for too many requests, of which a flood creates thousands a second', () => {
  const limit = Error.stackTraceLimit;
  expect(new Failure('rate_limited').stack).not.toContain('\n');
  expect(Error.stackTraceLimit).toBe(limit);
  expect(new Failure('internal').stack).toContain('failures.test.ts');
});
