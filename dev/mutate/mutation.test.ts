import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findMismatch, mutationsOf } from './mutation.ts';
import { MUTATIONS } from './mutations/all.ts';

const [one] = mutationsOf('a.ts', ['a.test.ts'], [['a rule', 'if (x)', 'if (true)']]);

it('requires that a broken line occurs exactly once', () => {
  if (!one) throw new Error('there is one');
  expect(findMismatch(one, 'if (x) return;')).toBeUndefined();
  expect(findMismatch(one, 'if (y) return;')).toContain('holds it 0 times');
  expect(findMismatch(one, 'if (x) if (x)')).toContain('holds it 2 times');
  expect(findMismatch(one, undefined)).toContain('is gone');
  expect(findMismatch({ ...one, replace: one.find }, 'if (x)')).toContain('nothing would change');
});

it('has at least 60 rules to break, each named once', () => {
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
});

it('finds the line of each mutation, and its test files', () => {
  const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  expect(MUTATIONS.map((mutation) => findMismatch(mutation, textOf(mutation.file))).filter(Boolean)).toEqual([]);
  expect(MUTATIONS.flatMap(({ tests }) => tests).filter((test) => !existsSync(test))).toEqual([]);
});
