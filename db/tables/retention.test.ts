import { readFileSync } from 'node:fs';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { columnsIn } from '@innkeeper/model/personal-data/define';
import { EXPORTED } from '@innkeeper/model/personal-data/exported';
import { RETENTION, type Retention, retentionLines } from '@innkeeper/model/personal-data/retention';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

it('defines the retention of every table with personal data', () => {
  const todo = 'each is to be named in model/personal-data/retention.ts';
  expect(Object.keys(RETENTION).sort(), todo).toEqual(Object.keys(EXPORTED).sort());
});

it('defines for each column of an anonymized table whether it stays', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name::text as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by 1`.execute(lab.db);
  const ways: Readonly<Record<string, readonly Retention[]>> = RETENTION;
  const problems = rows.flatMap(({ table, columns }) =>
    (ways[table] ?? []).flatMap((way) => {
      if (!('blanked' in way)) return [];
      const known = [...Object.keys(way.blanked), ...columnsIn(way.keeps)];
      const missing = columns.filter((column) => !known.includes(column)).map((column) => `${table}.${column} has no answer`);
      return [
        ...missing,
        ...known.filter((column) => !columns.includes(column)).map((column) => `${table}.${column} is not there`),
      ];
    }),
  );
  expect(problems).toEqual([]);
});

it('is documented in docs/decisions/account-closing.md', () => {
  const text = readFileSync(new URL('../../docs/decisions/account-closing.md', import.meta.url), 'utf8');
  expect(text.split('\n').filter((line) => line.startsWith('| `'))).toEqual(retentionLines());
});
