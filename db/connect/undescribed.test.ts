import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryUndescribed } from './undescribed.ts';

let lab: TestDatabase;
beforeAll(async () => {
  // One connection, so that what one statement leaves behind meets the next.
  lab = await openTestDatabase({ max: 1 });
});
afterAll(() => lab.close());

const numbers = (list: string) =>
  queryUndescribed(lab.pool, { name: 'numbers', text: 'select n, null from unnest($1::int[]) n order by 1', values: [list] });

it('gives rows as PostgreSQL writes them, again with other values, and none', async () => {
  expect(await numbers('{2,1}')).toEqual([
    ['1', null],
    ['2', null],
  ]);
  expect(await numbers('{7}')).toEqual([['7', null]]);
  expect(await numbers('{}')).toEqual([]);
});

it('keeps the rows of several that are sent at once apart, and of others between them', async () => {
  const answers = await Promise.all([numbers('{1}'), lab.pool.query('select 5 as five'), numbers('{2,3}')]);
  expect(answers[0]).toEqual([['1', null]]);
  expect(answers[1]).toMatchObject({ rows: [{ five: 5 }] });
  expect(answers[2]).toEqual([
    ['2', null],
    ['3', null],
  ]);
});

it('fails with what PostgreSQL says, and leaves the connection as good as it was', async () => {
  await expect(numbers('{x}')).rejects.toThrow('invalid input syntax for type integer: "x"');
  const wrong = { name: 'wrong', text: 'select nothing', values: [] };
  await expect(queryUndescribed(lab.pool, wrong)).rejects.toThrow('column "nothing" does not exist');
  await expect(queryUndescribed(lab.pool, wrong)).rejects.toThrow('column "nothing" does not exist');
  expect(await numbers('{3}')).toEqual([['3', null]]);
});
