/** Measures the CPU time that invoices add to a deploy, by deploys with and without them. The callers measure the other costs alone. */
import { sql } from 'kysely';
import type { BenchDatabase } from '../database.ts';
import { compareDeploys } from '../orders/compare.ts';
import type { Say } from '../reads/place.ts';

/** CPU time in milliseconds for one deploy: API, worker and database together. */
export interface DeployCost {
  withInvoices: number;
  withoutInvoices: number;
  /** Decision on the VAT: country, rate and evidence. */
  decide: number;
  /** Price and explanation of a line. */
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
