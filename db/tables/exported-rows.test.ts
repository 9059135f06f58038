import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { columnsIn } from '@innkeeper/model/personal-data/define';
import { EXPORT_FILES, EXPORTED } from '@innkeeper/model/personal-data/exported';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { personalTables } from './personal-tables.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

it('lists for every table with personal data, and for no others, whether it is exported', async () => {
  const tables = await personalTables(lab.db);
  const missing = tables.filter((table) => !Object.hasOwn(EXPORTED, table));
  const todo =
    "each is to be named in model/personal-data (people.ts, services.ts, money.ts, support.ts): as a file, as a part of another table's file, or with `why` it is not exported";
  expect(missing, todo).toEqual([]);
  expect(Object.keys(EXPORTED).filter((table) => !tables.includes(table))).toEqual([]);
});

it('lists for each of their columns whether it is exported or withheld', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name::text as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by 1`.execute(lab.db);
  const problems = rows.flatMap(({ table, columns }) => {
    const ways = (EXPORTED[table] ?? []).flatMap((way) => ('why' in way ? [] : way));
    if (ways.length === 0) return [];
    const known = new Set(ways.flatMap(({ columns, withheld }) => [...columnsIn(columns), ...columnsIn(withheld)]));
    return [
      ...columns
        .filter((column) => !known.has(column))
        .map((column) => `${table}.${column} is to be named in \`columns\` or \`withheld\``),
      ...[...known].filter((column) => !columns.includes(column)).map((column) => `${table}.${column} is not there`),
    ];
  });
  expect(problems).toEqual([]);
});

it('assigns each part to an existing file, and each file once', () => {
  const files = EXPORT_FILES.map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
  const tables = EXPORT_FILES.map(({ table }) => table);
  const lost = Object.values(EXPORTED).flatMap((ways) =>
    ways.flatMap((way) => ('within' in way && !tables.includes(way.within) ? way.as : [])),
  );
  expect(lost).toEqual([]);
});
