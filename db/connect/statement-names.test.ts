import { expect, it } from 'vitest';
import { statementNames } from './statement-names.ts';

it('names what is used again, each text by one name', () => {
  const nameOf = statementNames();
  expect([nameOf('a'), nameOf('b'), nameOf('a'), nameOf('b'), nameOf('a')]).toEqual([undefined, undefined, 's1', 's2', 's1']);
});

it('stops naming before names pile up on the connections', () => {
  const nameOf = statementNames();
  const names = Array.from({ length: 1_000 }, (_, i) => [nameOf(`select ${i}`), nameOf(`select ${i}`)][1]);
  expect(names.filter((name) => name !== undefined)).toHaveLength(300);
  expect(nameOf('select 0')).toBe('s1');
});
