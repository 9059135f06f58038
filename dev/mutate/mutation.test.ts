import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inFile, misplaced } from './mutation.ts';
import { MUTATIONS } from './mutations/all.ts';

const [one] = inFile('a.ts', ['a.test.ts'], [['a rule', 'if (x)', 'if (true)']]);

it('wants what it breaks exactly once', () => {
  if (!one) throw new Error('there is one');
  expect(misplaced(one, 'if (x) return;')).toBeUndefined();
  expect(misplaced(one, 'if (y) return;')).toContain('holds it 0 times');
  expect(misplaced(one, 'if (x) if (x)')).toContain('holds it 2 times');
  expect(misplaced(one, undefined)).toContain('is gone');
  expect(misplaced({ ...one, replace: one.find }, 'if (x)')).toContain('nothing would change');
});

it('has at least 60 rules to break, each named once', () => {
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
});

it('finds each of them, and the tests that ought to see it', () => {
  const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  expect(MUTATIONS.map((mutation) => misplaced(mutation, textOf(mutation.file))).filter(Boolean)).toEqual([]);
  expect(MUTATIONS.flatMap(({ tests }) => tests).filter((test) => !existsSync(test))).toEqual([]);
});
