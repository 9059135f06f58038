/**
 * Measures the minimum cost of an order on this machine, whatever the program.
 *
 * `pg` alone writes rows as wide as those of an order and its delivery, in one durable transaction per order, without checks or triggers.
 * The set of rows is fixed, so the figure depends on the machine alone.
 */
import type pg from 'pg';
import type { Child } from '../child.ts';
import { CONNECTIONS, combineRounds, type LoadFigures, type Times } from '../load.ts';
import type { Statement } from '../statements/record.ts';

/** Rows by their bytes: order, line, service, server, address, key, entry, three postings, workflow, lock, two audit lines, four events. */
const ROWS = [150, 150, 120, 300, 90, 40, 100, 40, 40, 40, 400, 80, 200, 200, 180, 180, 180, 180];
const SECONDS = 3;

export interface Yardsticks {
  /** Orders per second of 20 connections. */
  many: LoadFigures;
  one: LoadFigures;
}

/** Measures the yardsticks. `query`: a process of bare-query on this database. `rows`: bytes of each row of a transaction. */
export async function measureYardsticks(owner: pg.Pool, query: Child, rows: readonly number[] = ROWS): Promise<Yardsticks> {
  const tables = rows.map((_, i) => `bench_bare_${i}`);
  for (const table of tables) {
    await owner.query(`create table ${table} (id bigint generated always as identity primary key, content text)`);
  }
  const order: Statement[] = rows.map((bytes, i) => ({
    name: `bare-${i}`,
    text: `insert into bench_bare_${i} (content) values ($1)`,
    values: ['x'.repeat(bytes)],
  }));
  const run = async (clients: number) =>
    combineRounds([await query.ask<Times>('run', [order], { seconds: SECONDS, clients, transaction: true })]);
  await query.ask('run', [order], { seconds: 0.5, clients: CONNECTIONS, transaction: true });
  const yardsticks = { many: await run(CONNECTIONS), one: await run(1) };
  for (const table of tables) await owner.query(`drop table ${table}`);
  return yardsticks;
}
