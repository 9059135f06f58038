import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../lab/database.ts';
import type { Database } from './schema.ts';
import { atCommit, brokeConstraint, inRolledBackTransaction, inTransaction, sqlState, together } from './transaction.ts';

describe('inTransaction', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase();
    await sql`create table counters (id integer primary key, n integer not null);
      insert into counters values (1, 0), (2, 0)`.execute(lab.db);
  });
  afterAll(() => lab.close());

  it('repeats the transaction that PostgreSQL aborted in a deadlock', async () => {
    let runs = 0;
    let arrived = 0;
    let release = (): void => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const cross = (first: number, second: number) =>
      inTransaction(lab.db, async (trx) => {
        runs += 1;
        await sql`update counters set n = n + 1 where id = ${first}`.execute(trx);
        arrived += 1;
        if (arrived === 2) release();
        await both;
        await sql`update counters set n = n + 1 where id = ${second}`.execute(trx);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    // The repeated transaction may meet the other one in a second deadlock.
    expect(runs).toBeGreaterThanOrEqual(3);
    const { rows } = await sql`select n from counters`.execute(lab.db);
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('gives up after 3 retries of a serialization failure', async () => {
    let runs = 0;
    const losing = inTransaction(lab.db, async (trx) => {
      runs += 1;
      await sql`do $$ begin raise exception 'lost' using errcode = 'serialization_failure'; end $$`.execute(trx);
    });
    await expect(losing).rejects.toThrow('lost');
    expect(runs).toBe(4);
  });

  it('repeats nothing else, and names the violated constraint', async () => {
    let runs = 0;
    const failing = inTransaction(lab.db, async (trx) => {
      runs += 1;
      await sql`insert into counters values (1, 1)`.execute(trx);
    });
    const error = await failing.catch((thrown: unknown) => thrown);
    expect([runs, sqlState(error), brokeConstraint(error, 'counters_pkey')]).toEqual([1, '23505', true]);
    expect([sqlState(new Error('x')), brokeConstraint('x', 'y')]).toEqual([undefined, false]);
  });

  it('throws if PostgreSQL answers the commit with a rollback, because a failed statement was swallowed', async () => {
    let runs = 0;
    const swallowing = inTransaction(lab.db, async (trx) => {
      runs += 1;
      await sql`update counters set n = 100`.execute(trx);
      await sql`insert into counters values (1, 1)`.execute(trx).catch(() => {});
      return 'done';
    });
    await expect(swallowing).rejects.toMatchObject({ name: 'TransactionAborted' });
    expect(runs).toBe(1);
    const { rows } = await sql`select n from counters where n = 100`.execute(lab.db);
    expect(rows).toEqual([]);
    // The connection is intact: the next transaction commits.
    await expect(inTransaction(lab.db, () => Promise.resolve('done'))).resolves.toBe('done');
  });
});

describe('concurrent statements of a transaction', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase();
    await sql`create table counters (n integer primary key)`.execute(lab.db);
  });
  afterAll(() => lab.close());

  const insert = (n: number) => sql`insert into counters values (${n})`;
  const counted = async () =>
    (await sql<{ n: number }>`select n from counters order by n`.execute(lab.db)).rows.map(({ n }) => n);

  it('run in the requested order', async () => {
    const rows = await inTransaction(lab.db, async (trx) => {
      const [, seen] = await together(insert(1).execute(trx), sql`select n from counters`.execute(trx), insert(2).execute(trx));
      return seen.rows;
    });
    expect([rows, await counted()]).toEqual([[{ n: 1 }], [1, 2]]);
  });

  it('have all ended before the first failure is thrown, and nothing runs after the transaction', async () => {
    let ended = false;
    let left: Transaction<Database> | undefined;
    const failing = inTransaction(lab.db, async (trx) => {
      left = trx;
      // This task does not only wait for the database, so a failed statement does not end it.
      const last = sleep(50).then(() => {
        ended = true;
      });
      await together(last, insert(1).execute(trx), Promise.reject(new Error('too late')));
    });
    await expect(failing).rejects.toThrow('counters_pkey');
    expect([ended, await counted()]).toEqual([true, [1, 2]]);
    await expect(insert(4).execute(left as Transaction<Database>)).rejects.toThrow('the transaction has ended');
  });

  it('throw the original failure, even if another one was refused because of it', async () => {
    const failing = inTransaction(lab.db, async (trx) => {
      const twice = async () => {
        await sql`select 1`.execute(trx);
        await insert(8).execute(trx);
      };
      await together(twice(), insert(1).execute(trx));
    });
    await expect(failing).rejects.toThrow('counters_pkey');
    expect(await counted()).toEqual([1, 2]);
  });

  it('with its commit end with it, and a failure commits nothing', async () => {
    const seen = await inTransaction(lab.db, async (trx) => {
      await atCommit(trx, compiled(insert(5)));
      return sql`select from counters where n = 5`.execute(trx);
    });
    expect([seen.rows, await counted()]).toEqual([[], [1, 2, 5]]);
    const failing = inTransaction(lab.db, async (trx) => {
      await atCommit(trx, compiled(insert(5)), (error) =>
        brokeConstraint(error, 'counters_pkey') ? new Error('there is a 5') : error,
      );
      await insert(6).execute(trx);
    });
    await expect(failing).rejects.toThrow('there is a 5');
    expect(await counted()).toEqual([1, 2, 5]);
    await lab.db.transaction().execute((trx) => atCommit(trx, compiled(insert(7))));
    expect(await counted()).toEqual([1, 2, 5, 7]);
  });

  const compiled = (query: RawBuilder<unknown>) => ({ compile: () => query.compile(lab.db) });
});

describe('inRolledBackTransaction', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase();
    await sql`create table counters (n integer not null); insert into counters values (0)`.execute(lab.db);
  });
  afterAll(() => lab.close());

  it('returns or throws, and leaves no writes', async () => {
    const count = (db: TestDatabase['db']) =>
      sql<{ n: number }>`update counters set n = n + 1 returning n`.execute(db).then(({ rows }) => rows[0]?.n);
    expect(await inRolledBackTransaction(lab.db, count)).toBe(1);
    const failing = inRolledBackTransaction(lab.db, async (trx) => {
      await count(trx);
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await count(lab.db)).toBe(1);
  });
});
