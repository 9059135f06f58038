/** From the order to the active server on the simulated engine, whose guests boot at once: what is left is our own work. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startChild } from '../child.ts';
import { type BenchDatabase, openFilled, openPool } from '../database.ts';
import { NODE } from '../fixture/catalogue.ts';
import { aShop } from '../fixture/fillings.ts';
import type { Options } from '../part.ts';
import type { WorkerOptions } from '../roles/worker.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';
import { buy, type Sold } from './buy.ts';
import { measureYardsticks, type Yardsticks } from './yardstick.ts';

export const BUYERS = 20;
export const SERVERS_EACH = 20;
const ALONE = 30;
/** Of each buyer, before it is measured. */
export const SOLD_BEFORE = 10;
/** Directory of the files of simulated guests. On a disk, their creation took 1.2 ms of a deploy. */
const IN_MEMORY = '/dev/shm';
/** Long enough for the delivery of the server before. */
const PAUSE_MS = 150;

export interface DeployFigures extends Sold {
  /** One buyer, who orders when the server before is there. */
  alone: Sold;
  /** Of one deploy: CPU of each process in ms, transactions, bytes of the log of changes, statements. */
  each: {
    apiCpuMs: number;
    workerCpuMs: number;
    transactions: number;
    walBytes: number;
    apiStatements: number;
    workerStatements: number;
  };
  yardsticks: Yardsticks;
  statements: StatementFigures[];
}

export async function measureDeploys({ say }: Options): Promise<DeployFigures> {
  const database = await openFilled(aShop, say);
  const home = fs.mkdtempSync(path.join(fs.existsSync(IN_MEMORY) ? IN_MEMORY : os.tmpdir(), 'innkeeper-bench-engine-'));
  const owner = openPool(database.urls.owner, { max: 1 });
  const children = {
    api: startChild('api'),
    worker: startChild('worker'),
    buyers: startChild('buyers'),
    query: startChild('bare-query'),
  };
  try {
    const { urls, db } = database;
    await children.query.ask('open', urls.owner);
    const yardsticks = await measureYardsticks(owner, children.query);
    const port = await children.api.ask<number>('open', urls.api);
    await children.worker.ask('open', {
      databaseUrl: urls.worker,
      node: NODE,
      engine: 'simulated',
      home,
      images: home,
    } satisfies WorkerOptions);
    const sell = (buyers: number, serversEach: number, pauseMs = 0) =>
      buy(db, children.buyers, { port, buyers, serversEach, pauseMs });
    // Statements get their names, code its speed, and tables that were empty what autovacuum tells the planner of them within a minute.
    await sell(BUYERS, SOLD_BEFORE);
    await database.superuser.query('vacuum (analyze)');
    const cost = async () => ({
      ...(await costOf(database)),
      apiCpuMs: await children.api.cpuMs(),
      workerCpuMs: await children.worker.cpuMs(),
    });
    const before = await cost();
    const many = await sell(BUYERS, SERVERS_EACH);
    const after = await cost();
    say(`deploys, ${BUYERS} buyers: ${many.orders.perSecond.toFixed(1)} orders/s, ${many.done.perSecond.toFixed(1)} active/s`);
    const alone = await sell(1, ALONE, PAUSE_MS);
    say(`deploys, one buyer: an order ${alone.orders.p50.toFixed(1)} ms, done ${alone.done.p50.toFixed(0)} ms`);
    const each = Object.fromEntries(
      Object.entries(after).map(([key, value]) => [key, (value - before[key as keyof typeof before]) / (BUYERS * SERVERS_EACH)]),
    ) as unknown as DeployFigures['each'];
    return { ...many, alone, each, yardsticks, statements: await topStatements(database) };
  } finally {
    await Promise.all(Object.values(children).map((child) => child.stop()));
    await owner.end();
    await database.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** So far. */
async function costOf({ superuser }: Pick<BenchDatabase<unknown>, 'superuser'>) {
  const { rows } = await superuser.query<Record<string, string>>(`
    select xact_commit as "transactions", pg_current_wal_insert_lsn() - '0/0' as "walBytes",
      (select sum(calls) from pg_stat_statements(false) where userid = 'innkeeper_api'::regrole) as "apiStatements",
      (select sum(calls) from pg_stat_statements(false) where userid = 'innkeeper_worker'::regrole) as "workerStatements"
    from pg_stat_database where datname = current_database()`);
  const { transactions, walBytes, apiStatements, workerStatements } = rows[0] ?? {};
  return {
    transactions: Number(transactions),
    walBytes: Number(walBytes),
    apiStatements: Number(apiStatements),
    workerStatements: Number(workerStatements),
  };
}
