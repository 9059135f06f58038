/**
 * Measures deploys from the order to the active server on the simulated engine. Its guests boot instantly, so only Innkeeper's own work is
 * measured.
 */
import { startChild } from '../child.ts';
import { type BenchDatabase, openPool } from '../database.ts';
import type { Options } from '../part.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';
import type { Sold } from './buy.ts';
import { withShop } from './shop.ts';
import { measureYardsticks, type Yardsticks } from './yardstick.ts';

export const BUYERS = 20;
export const SERVERS_EACH = 20;
const ALONE = 30;
/** Number of unmeasured orders of each buyer before the measurement. */
export const SOLD_BEFORE = 10;
/** Pause in milliseconds, long enough to deliver the previous server. */
const PAUSE_MS = 150;

export interface DeployFigures extends Sold {
  /** One buyer who orders after the previous server is delivered. */
  alone: Sold;
  /** Cost of one deploy: CPU time of each process in ms, transactions, bytes of the write-ahead log, statements. */
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
  return withShop(say, async ({ database, api, worker, sell }) => {
    const owner = openPool(database.urls.owner, { max: 1 });
    const query = startChild('bare-query');
    try {
      await query.ask('open', database.urls.owner);
      const yardsticks = await measureYardsticks(owner, query);
      // Warm up: statements get prepared, code gets compiled, and the planner gets the statistics that autovacuum collects within a minute.
      await sell(BUYERS, SOLD_BEFORE);
      await database.superuser.query('vacuum (analyze)');
      const cost = async () => ({
        ...(await costOf(database)),
        apiCpuMs: await api.cpuMs(),
        workerCpuMs: await worker.cpuMs(),
      });
      const before = await cost();
      const many = await sell(BUYERS, SERVERS_EACH);
      const after = await cost();
      say(`deploys, ${BUYERS} buyers: ${many.orders.perSecond.toFixed(1)} orders/s, ${many.done.perSecond.toFixed(1)} active/s`);
      const alone = await sell(1, ALONE, PAUSE_MS);
      say(`deploys, one buyer: an order ${alone.orders.p50.toFixed(1)} ms, done ${alone.done.p50.toFixed(0)} ms`);
      const each = Object.fromEntries(
        Object.entries(after).map(([key, value]) => [
          key,
          (value - before[key as keyof typeof before]) / (BUYERS * SERVERS_EACH),
        ]),
      ) as unknown as DeployFigures['each'];
      return { ...many, alone, each, yardsticks, statements: await topStatements(database) };
    } finally {
      await query.stop();
      await owner.end();
    }
  });
}

/** Returns the cost so far. */
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
