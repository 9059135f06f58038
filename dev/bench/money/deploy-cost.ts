/**
 * Measures the CPU time that invoices add to a deploy, by deploys with and without them. The callers measure the other costs separately.
 */
import { sql } from 'kysely';
import type { BenchDatabase } from '../database.ts';
import { compareDeploys } from '../orders/compare.ts';
import type { Say } from '../reads/read-bench.ts';

/** CPU time in milliseconds for one deploy, of API, worker and database together. */
export interface DeployCost {
  withInvoices: number;
  withoutInvoices: number;
  /** CPU time to decide on the VAT: country, rate and evidence. */
  decide: number;
  /** CPU time to price and explain a line. */
  explain: number;
}

export async function measureDeployCost(
  database: BenchDatabase<unknown>,
  single: Pick<DeployCost, 'decide' | 'explain'>,
  say: Say,
): Promise<DeployCost> {
  await sql`update seller set name = 'Given'; delete from invoices_due`.execute(database.db);
  const costs = await compareDeploys(database, {
    what: 'invoices',
    say,
    async turn(on) {
      await sql.raw(`alter table ledger_entries ${on ? 'enable' : 'disable'} trigger queue_invoice`).execute(database.db);
    },
  });
  return { withInvoices: costs.on, withoutInvoices: costs.off, ...single };
}
