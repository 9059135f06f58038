import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../lab/database.ts';
import { brokeConstraint, inRolledBackTransaction, inTransaction, sqlState } from './transaction.ts';

describe('inTransaction', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase();
    await sql`create table counters (id integer primary key, n integer not null);
      insert into counters values (1, 0), (2, 0)`.execute(lab.db);
  });
  afterAll(() => lab.close());

  it('repeats the side of a deadlock that PostgreSQL broke', async () => {
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
    expect(runs).toBe(3);
    const { rows } = await sql`select n from counters`.execute(lab.db);
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('gives up on a race that is lost for ever, after 3 more tries', async () => {
    let runs = 0;
    const losing = inTransaction(lab.db, async (trx) => {
      runs += 1;
      await sql`do $$ begin raise exception 'lost' using errcode = 'serialization_failure'; end $$`.execute(trx);
    });
    await expect(losing).rejects.toThrow('lost');
    expect(runs).toBe(4);
  });

  it('does not repeat anything else, and says which constraint refused', async () => {
    let runs = 0;
    const failing = inTransaction(lab.db, async (trx) => {
      runs += 1;
      await sql`insert into counters values (1, 1)`.execute(trx);
    });
    const error = await failing.catch((thrown: unknown) => thrown);
    expect([runs, sqlState(error), brokeConstraint(error, 'counters_pkey')]).toEqual([1, '23505', true]);
    expect([sqlState(new Error('x')), brokeConstraint('x', 'y')]).toEqual([undefined, false]);
  });
});

describe('inRolledBackTransaction', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase();
    await sql`create table counters (n integer not null); insert into counters values (0)`.execute(lab.db);
  });
  afterAll(() => lab.close());

  it('answers, or throws, and leaves nothing of what was written', async () => {
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
