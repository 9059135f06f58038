/** What is due of services: to be renewed, to be reminded of, to be suspended. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Service } from '../schema.ts';

/** Top services that a job renews: neither cancelled, nor ordered for that period before, by whomever. */
const TO_RENEW = sql`v.parent_id is null and v.auto_renew and v.billing_anchor is not null
  and not exists (select from cancel_requests c where c.service_id = v.id)
  and not exists (select from service_periods p where p.service_id = v.id
    and (p.period_from = v.expiry_at or p.state = 'ordered'))`;

export interface AccountsWanted {
  /** What expires before that. */
  until: Date;
  /** Accounts with a greater id. */
  after: number;
  most: number;
}

/** Ascending; without those that are parked. */
export async function accountsToRenew(db: Kysely<Database>, { until, after, most }: AccountsWanted): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select distinct v.account_id from services v join accounts a on a.id = v.account_id
    where v.status in ('active', 'suspended') and v.expiry_at < ${until} and v.account_id > ${after} and a.billing_parked_at is null
      and ${TO_RENEW}
    order by v.account_id limit ${most}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/**
 * Of one account, held until the transaction ends; none when it is parked. Looked at again once they are held: another worker, or their
 * owner, may have renewed them meanwhile.
 */
export async function lockServicesToRenew(
  trx: Transaction<Database>,
  { accountId, until, most }: { accountId: number; until: Date; most: number },
): Promise<Service[]> {
  const due = sql`from services v join accounts a on a.id = v.account_id
    where v.account_id = ${accountId} and v.status in ('active', 'suspended') and v.expiry_at < ${until} and a.billing_parked_at is null
      and ${TO_RENEW}`;
  const held = await sql<{ id: number }>`select v.id ${due} order by v.id limit ${most} for update of v`.execute(trx);
  if (held.rows.length === 0) return [];
  const ids = held.rows.map(({ id }) => id);
  const { rows } = await sql<Service>`select v.* ${due} and v.id = any(${ids}::int[]) order by v.id`.execute(trx);
  return rows;
}
