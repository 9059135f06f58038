/** Servers and accounts after a restore. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { openAlertsOf } from '../tables/alerts.ts';

export interface ServerOfNode {
  id: number;
  accountId: number;
  hostname: string;
}

/** Lists the servers for which a node should have a machine: active or suspended, and not locked by a workflow. */
export async function serversWithMachine(db: Kysely<Database>, nodeId: number): Promise<ServerOfNode[]> {
  const { rows } = await sql<ServerOfNode>`
    select s.id, s.account_id as "accountId", s.hostname from servers s
    where s.node_id = ${nodeId} and s.status in ('active', 'suspended') and s.power <> 'absent'
      and not exists (select from locks l where l.kind = 'server' and l.resource_id = s.id)
    order by s.id`.execute(db);
  return rows;
}

/** Returns whether a restore was finished after `since`. */
export async function wasRestoredSince(db: Kysely<Database>, since: Date): Promise<boolean> {
  const { rows } = await sql<{ restored: boolean }>`
    select exists (select from audit_log where account_id is null and at > ${since} and action = 'restore.finished') as restored`.execute(
    db,
  );
  return rows[0]?.restored === true;
}

/** Returns whether the worker of another node has an open alert about the guest of this server. */
export const runsElsewhere = async (db: Kysely<Database>, serverId: number): Promise<boolean> =>
  (await runningUnknownGuests(db, serverId)).length > 0;

/** Returns the keys of open alerts about the guest of this server on other nodes. */
export async function runningUnknownGuests(db: Kysely<Database>, serverId: number): Promise<string[]> {
  const alerts = await openAlertsOf(db, 'guest_unknown');
  return alerts.filter(({ resource_id }) => resource_id === serverId).map(({ key }) => key);
}

/** Turns off automatic renewal of these services. Returns the number of services whose renewal was on. */
export async function stopRenewals(trx: Transaction<Database>, serviceIds: readonly number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update services set auto_renew = false where auto_renew and id = any(${[...serviceIds]}::int[])`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Parks open accounts whose saved card would be charged. Such an account has a renewal before `until` or an order that awaits automatic
 * payment. Returns their ids.
 */
export async function parkCharged(
  trx: Transaction<Database>,
  { until, reason, now }: { until: Date; reason: string; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update accounts a set billing_parked_at = ${now}, billing_parked_reason = ${reason}
    where a.billing_parked_at is null and a.closed_at is null
      and exists (select from saved_cards c where c.account_id = a.id and c.ended_at is null)
      and (exists (
          select from services v where v.account_id = a.id and v.auto_renew and v.status in ('active', 'suspended') and v.expiry_at < ${until})
        or exists (select from orders o where o.account_id = a.id and o.status = 'awaiting_payment' and o.auto_pay))
    returning a.id`.execute(trx);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}
