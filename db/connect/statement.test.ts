import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import type { Database } from '../schema.ts';
import { inTransaction, together } from '../transaction.ts';
import { localTypes } from './types.ts';

describe('a statement with parameters', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase({ max: 1 });
    await sql`create table things (id integer primary key, name text, at timestamptz, size bigint)`.execute(lab.db);
  });
  afterAll(() => lab.close());

  const MIXED = `select $1::int as one, null as nothing, $2::text[] as list, $3::jsonb as object, $4::timestamptz as at, $5::bytea as bytes,
    $6::bigint as big, 1.10 as "numeric", true as yes, 'first' as twice, null as twice`;
  const values = [
    7,
    ['a,"b', null, 'c'],
    { a: [1] },
    new Date('2026-01-02T03:04:05.678Z'),
    Buffer.from('\0é'),
    9007199254740993n,
  ];
  const mixed = (db: Kysely<Database>) => {
    const texts = MIXED.split(/\$\d/);
    const parts = texts.flatMap((text, i) => [sql.raw(text), ...(i < values.length ? [sql`${values[i]}`] : [])]);
    return sql<object>`${sql.join(parts, sql``)}`.execute(db);
  };

  it('answers as pg does, however often it was asked', async () => {
    const plain = new pg.Client({ connectionString: lab.url, types: localTypes });
    await plain.connect();
    const { rows } = await plain.query<object>(MIXED, values);
    await plain.end();
    for (let i = 0; i < 4; i++) expect((await mixed(lab.db)).rows).toEqual(rows);
    const [first, second] = await inTransaction(lab.db, (trx) => together(mixed(trx), mixed(trx)));
    expect([first.rows, second.rows]).toEqual([rows, rows]);
  });

  it('says how many rows it changed, with and without columns', async () => {
    const insert = (id: number) => lab.db.insertInto('things' as never).values({ id, name: null } as never);
    for (const id of [1, 2, 3, 4]) expect((await insert(id).executeTakeFirst()).numInsertedOrUpdatedRows).toBe(1n);
    for (const id of [5, 6, 7])
      expect(
        await insert(id)
          .returning('id' as never)
          .execute(),
      ).toEqual([{ id }]);
    const rename = () => sql`update things set name = ${'x'} where id < ${5}`.execute(lab.db);
    for (let i = 0; i < 3; i++) expect((await rename()).numAffectedRows).toBe(4n);
  });

  it('that fails rejects alone, and is answered again on the same connection', async () => {
    const divide = (by: number, db: Kysely<Database> = lab.db) =>
      sql<{ n: number }>`select 6 / ${by}::int as n`.execute(db).then(({ rows }) => rows);
    for (const by of [1, 2, 3]) expect(await divide(by)).toEqual([{ n: 6 / by }]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect(await divide(2)).toEqual([{ n: 3 }]);
    const inOne = inTransaction(lab.db, (trx) => together(divide(1, trx), divide(0, trx), divide(3, trx)));
    await expect(inOne).rejects.toMatchObject({ code: '22012' });
    expect(await divide(6)).toEqual([{ n: 1 }]);
    await expect(sql`select ${1}::nothing`.execute(lab.db)).rejects.toMatchObject({ code: '42704' });
  });

  it('never takes other columns for those that it was prepared with', async () => {
    const all = () => sql<object>`select * from things where id = ${1}`.execute(lab.db).then(({ rows }) => rows);
    for (let i = 0; i < 3; i++) expect(await all()).toEqual([{ id: 1, name: 'x', at: null, size: null }]);
    await sql`alter table things drop column name, add column added integer default 1`.execute(lab.db);
    await expect(all()).rejects.toMatchObject({ code: '0A000' });
  });

  it('with a parameter that can not be written is not sent', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    await expect(sql`select ${circular}::jsonb`.execute(lab.db)).rejects.toThrow('circular');
    expect((await sql<{ n: number }>`select ${1}::int as n`.execute(lab.db)).rows).toEqual([{ n: 1 }]);
  });
});
