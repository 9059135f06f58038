import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compiled } from './compiled.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('a statement is built once, and run with the values of each time', async () => {
  let built = 0;
  const plan = compiled((db, { key }: { key: string }) => {
    built += 1;
    return db.selectFrom('plans').select('key').where('key', '=', key).where('disabled_at', 'is', null);
  });
  const found = [await plan(lab.db, { key: 'nano' }), await plan(lab.db, { key: 'micro' }), await plan(lab.db, { key: 'none' })];
  expect(found.map(({ rows }) => rows)).toEqual([[{ key: 'nano' }], [{ key: 'micro' }], []]);
  expect(built).toBe(1);
});

test('rows may vary in number and fields, and lists and dates are values', async () => {
  const insert = compiled((db, { rows }: { rows: { name: string; n?: number | undefined }[] }) =>
    db
      .insertInto('users')
      .values(rows.map(({ name, n: _, ...more }) => ({ name, email: name, ...more })))
      .returning('name'),
  );
  const names = await Promise.all([
    insert(lab.db, { rows: [{ name: 'a@b' }] }),
    insert(lab.db, { rows: [{ name: 'c@d' }, { name: 'e@f', n: undefined }] }),
    insert(lab.db, { rows: [{ name: 'g@h' }] }),
  ]);
  expect(names.map(({ rows }) => rows.map(({ name }) => name))).toEqual([['a@b'], ['c@d', 'e@f'], ['g@h']]);
  const now = new Date('2026-01-02T03:04:05Z');
  const echo = compiled(
    (_, { ids, at }: { ids: number[]; at: Date }) =>
      sql<{ ids: number[]; at: Date }>`select ${ids}::int[] as ids, ${at}::timestamptz as at`,
  );
  expect((await echo(lab.db, { ids: [], at: now })).rows).toEqual([{ ids: [], at: now }]);
  expect((await echo(lab.db, { ids: [3, 4], at: now })).rows).toEqual([{ ids: [3, 4], at: now }]);
});

test('a value that is calculated with, and so would be the same each time, is refused', () => {
  const wrong = compiled((_, { n }: { n: number }) => sql`select ${n + 1}::int`);
  expect(() => wrong(lab.db, { n: 1 })).toThrow('does not use n');
});
