import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../lab/database.ts';
import { openDatabase } from './connect.ts';

describe('openDatabase', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase();
  });
  afterAll(() => lab.close());

  const one = async <T>(text: string): Promise<T | undefined> =>
    (await sql<{ value: T }>`select ${sql.raw(text)} as value`.execute(lab.db)).rows[0]?.value;

  it('parses values as the schema declares, and does not affect other users of pg', async () => {
    expect(await one(`9007199254740993::bigint`)).toBe(9007199254740993n);
    expect(await one('7::int')).toBe(7);
    expect(await one('1.10::numeric')).toBe('1.10');
    expect(await one(`'10.1.2.3'::inet`)).toBe('10.1.2.3');
    expect(await one(`'fd00::/64'::cidr`)).toBe('fd00::/64');
    expect(await one(`'2026-01-02 03:04:05.678+02'::timestamptz`)).toEqual(new Date('2026-01-02T01:04:05.678Z'));
    expect(await one(`array['read','write']`)).toEqual(['read', 'write']);
    expect(await one(`'{"a":1}'::jsonb`)).toEqual({ a: 1 });
    const other = new pg.Client({ connectionString: lab.url });
    await other.connect();
    expect((await other.query('select 1::bigint as value')).rows).toEqual([{ value: '1' }]);
    await other.end();
  });

  it('survives broken connections, idle or in use', async () => {
    const errors: Error[] = [];
    const { db, pool, close } = openDatabase({ url: lab.url, max: 2, onIdleError: (error) => errors.push(error) });
    const pidOf = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0;
    const kill = (pid: number) => sql`select pg_terminate_backend(${pid}, 5000)`.execute(lab.db);

    const broke = new Promise((resolve) => pool.once('error', resolve));
    const idle = await pidOf();
    await kill(idle);
    await broke;
    expect(errors).toHaveLength(1);
    expect(await pidOf()).not.toBe(idle);

    const inUse = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await kill(rows[0]?.pid ?? 0);
      await sql`select 1`.execute(trx);
    });
    await expect(inUse).rejects.toThrow();
    expect(await pidOf()).toBeGreaterThan(0);
    await close();
    await close();
  });

  it('prepares parameterized statements on their connection from the second use on', async () => {
    const { db, close } = openDatabase({ url: lab.url, max: 1 });
    for (let i = 0; i < 3; i++) await db.selectFrom('plans').select('id').where('key', '=', 'nano').execute();
    await sql`select 1`.execute(db);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
    expect(rows).toEqual([{ statement: 'select "id" from "plans" where "key" = $1' }]);
    await close();
  });
});
