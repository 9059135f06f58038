/** What money costs of a deploy: invoices by deploys with them and without them; the rest is measured by itself. */
import { sql } from 'kysely';
import type { BenchDatabase } from '../database.ts';
import { compareDeploys } from '../orders/compare.ts';
import type { Say } from '../reads/place.ts';

/** Milliseconds of CPU of the API, the worker and the database together, for one deploy. */
export interface DeployCost {
  withInvoices: number;
  withoutInvoices: number;
  /** Whose VAT at which rate, with the evidence. */
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
