/** From the order to the active server on the simulated engine, whose guests boot at once: what is left is our own work. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import { givenAccount, givenSshKey } from '@innkeeper/lab/given';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { startChild } from '../child.ts';
import { type BenchDatabase, openFilled } from '../database.ts';
import { NODE } from '../fixture/catalogue.ts';
import { aShop } from '../fixture/fillings.ts';
import { type Measured, summarise, together } from '../load.ts';
import type { Options } from '../part.ts';
import type { Bought, Purchase } from '../roles/buyers.ts';
import type { WorkerOptions } from '../roles/worker.ts';
import { SLOW_MS } from '../statements/slow.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';
import { measureYardsticks, type Yardsticks } from './yardstick.ts';

export const BUYERS = 20;
export const SERVERS_EACH = 20;
const ALONE = 30;
const PATIENCE_MS = 120_000;

export interface DeployFigures {
  /** Orders answered a second, and how long one took in ms. */
  orders: Measured;
  /** From the order to the event that says active; a second: from the first order to the last server. */
  done: Measured;
  /** One buyer. */
  alone: { orders: Measured; done: Measured };
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
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-bench-engine-'));
  const owner = new pg.Pool({ connectionString: database.urls.owner, max: 1 });
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
    const buy = async (buyers: number, serversEach: number) => {
      const purchase = await prepare(db, { port, buyers, serversEach });
      return bought(db, await children.buyers.ask<Bought>('run', purchase));
    };
    // Statements get their names, and code its speed.
    await buy(2, 5);
    const alone = await buy(1, ALONE);
    say(`deploys, one buyer: an order ${alone.orders.p50.toFixed(1)} ms, done ${alone.done.p50.toFixed(0)} ms`);
    const cost = async () => ({
      ...(await costOf(database)),
      apiCpuMs: await children.api.cpuMs(),
      workerCpuMs: await children.worker.cpuMs(),
    });
    const before = await cost();
    const many = await buy(BUYERS, SERVERS_EACH);
    const after = await cost();
    say(`deploys, ${BUYERS} buyers: ${many.orders.perSecond.toFixed(1)} orders/s, ${many.done.perSecond.toFixed(1)} active/s`);
    const each = Object.fromEntries(
      Object.entries(after).map(([key, value]) => [key, (value - before[key as keyof typeof before]) / (BUYERS * SERVERS_EACH)]),
    ) as unknown as DeployFigures['each'];
    return { ...many, alone, each, yardsticks, statements: await topStatements(database.superuser, SLOW_MS) };
  } finally {
    await Promise.all(Object.values(children).map((child) => child.stop()));
    await owner.end();
    await database.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function prepare(
  db: Kysely<Database>,
  { port, buyers, serversEach }: { port: number; buyers: number; serversEach: number },
): Promise<Purchase> {
  const accounts = await Promise.all(Array.from({ length: buyers }, () => givenAccount(db, { funds: 1_000_00n })));
  const keys = await Promise.all(accounts.map(({ accountId }) => givenSshKey(db, { accountId })));
  const image = await db.selectFrom('images').select('id').where('key', '=', 'tiny-1').executeTakeFirstOrThrow();
  return {
    port,
    tokens: accounts.map(({ token }) => token),
    serversEach,
    imageId: image.id,
    sshKeyIds: keys.map(({ id }) => id),
  };
}

/** Waits until all are delivered. */
async function bought(db: Kysely<Database>, { times, tookMs, sentAt }: Bought): Promise<{ orders: Measured; done: Measured }> {
  const orders = together([{ times, tookMs }]);
  const ids = sentAt.map(({ serverId }) => serverId);
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    // By the clock of the database, which is ours: an event's time is that of its commit.
    const { rows } = await sql<{ id: number; at: Date }>`
      select resource_id as id, min(at) as at from events
      where resource_kind = 'server' and resource_id = any(${ids}::int[]) and data ->> 'status' = 'active' group by 1`.execute(
      db,
    );
    if (rows.length === ids.length) {
      const activeAt = new Map(rows.map(({ id, at }) => [id, at.getTime()]));
      const took = sentAt.map(({ serverId, at }) => (activeAt.get(serverId) ?? 0) - at);
      const [first, last] = [Math.min(...sentAt.map(({ at }) => at)), Math.max(...activeAt.values())];
      return { orders, done: summarise(took, last - first) };
    }
    if (Date.now() > deadline)
      throw new Error(`${ids.length - rows.length} servers are not active after ${PATIENCE_MS / 1000} s`);
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
