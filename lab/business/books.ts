/** Digests and prints the books. Two simulations with the same seed have the same books. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Simulation } from './simulation.ts';

const TABLES: Record<string, RawBuilder<{ line: string }>> = {
  accounts: sql`select format('%s %s %s %s', account_id, code, balance, orders_frozen_at) as line
    from ledger_accounts where kind = 'customer' order by account_id`,
  house: sql`select format('%s %s', a.code, sum(p.amount)) as line
    from ledger_accounts a join ledger_postings p on p.ledger_account_id = a.id where a.kind <> 'customer' group by a.code order by 1`,
  orders: sql`select format('%s %s %s %s %s %s %s', id, account_id, type, status, net, vat, paid_at) as line from orders order by id`,
  lines: sql`select format('%s %s %s %s %s', id, order_id, service_id, net, refunded_net) as line from order_lines order by id`,
  services: sql`select format('%s %s %s %s %s', id, type, status, expiry_at, quantity) as line from services order by id`,
  periods: sql`select format('%s %s %s %s', service_id, period_from, period_to, state) as line from service_periods order by 1`,
  moves: sql`select format('%s %s %s %s', service_id, changed_at, expiry_before, expiry_after) as line from term_changes order by id`,
  payments: sql`select format('%s %s %s %s %s', id, gateway, kind, state, amount) as line from payments order by id`,
  invoices: sql`select format('%s %s %s %s %s', type, number, account_id, net, vat) as line from invoices order by type, number`,
  workflows: sql`select format('%s %s %s', id, kind, state) as line from workflows order by id`,
};

/** Returns a digest of each table. */
export async function digestBooks({ lab }: Simulation): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [name, query] of Object.entries(TABLES)) {
    const { rows } = await query.execute(lab.db);
    const text = rows.map(({ line }) => line).join('\n');
    digests[name] = `${rows.length} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  }
  return digests;
}

/** Lists the balances for people. */
export async function showBooks({ operator, lab }: Simulation): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s invoices (%s)', count(*), type) as line from invoices group by type
    union all select format('%s orders %s', count(*), status) from orders group by status
    union all select format('%s servers %s', count(*), status) from servers group by status
    union all select format('%s payments %s by %s', count(*), state, gateway) from payments group by state, gateway
    union all select format('%s disputes %s', count(*), state) from disputes group by state
    union all select format('%s alerts %s', count(*), kind) from operator_alerts group by kind
    union all select format('%s workflows %s', count(*), state) from workflows group by state order by 1`.execute(lab.db);
  return [(await operator.print('verifyLedger')).trimEnd(), ...rows.map(({ line }) => line)];
}
