import { expect, it } from 'vitest';
import { statementNames } from './statement-names.ts';

it('names repeated statements, with one name per text', () => {
  const nameOf = statementNames();
  expect([nameOf('a'), nameOf('b'), nameOf('a'), nameOf('b'), nameOf('a')]).toEqual([undefined, undefined, 's1', 's2', 's1']);
});

it('stops naming before too many statements accumulate on the connections', () => {
  const nameOf = statementNames();
  const names = Array.from({ length: 1_000 }, (_, i) => [nameOf(`select ${i}`), nameOf(`select ${i}`)][1]);
  expect(names.filter((name) => name !== undefined)).toHaveLength(300);
  expect(nameOf('select 0')).toBe('s1');
});
