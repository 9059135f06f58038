import { describe, expect, it } from 'vitest';
import { patternProblem, patternsOf, refusedByPython } from './patterns.ts';

describe('a portable pattern', () => {
  it.each(['^[a-z]{1,3}$', '^\\d{4}-\\d{2}$', '^[^\\x00-\\x1f\\x7f-\\x9f]*$', '^a\\/b$', '^(?:a|b)+$'])('is %s', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  it.each([
    ['^\\P{Cc}*$', 'not every engine'],
    ['^(?=a)a$', 'not every engine'],
    ['^(?<!a)b$', 'not every engine'],
    ['^(a)\\1$', 'not every engine'],
    ['a/b', 'JavaScript'],
    ['[b-a]', 'JavaScript'],
    ['a'.repeat(121), 'longer than 120'],
  ])('is not %s', (pattern, why) => {
    expect(patternProblem(pattern)).toContain(why);
  });

  it('is also checked with Python', async () => {
    const refused = await refusedByPython(['^a$', '(?P<']);
    if (refused) expect([...refused.keys()]).toEqual(['(?P<']);
  });
});

it('patterns are found at any place in the document', () => {
  const document = { a: { pattern: 'x' }, b: [{ properties: { pattern: { pattern: 'y' } } }] };
  expect([...patternsOf(document)]).toEqual([
    ['x', '/a'],
    ['y', '/b/0/properties/pattern'],
  ]);
});
