import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../schema.ts';

export type FloatingIpPlan = Selectable<Database['floating_ip_plans']>;

/** Lists the plans on sale, in catalogue order. */
export function floatingIpPlansOnSale(db: Kysely<Database>): Promise<FloatingIpPlan[]> {
  const plans = db.selectFrom('floating_ip_plans').selectAll().where('disabled_at', 'is', null);
  return plans.orderBy('position').orderBy('id').execute();
}

/** Counts the floating IPs that are attached to a server or due to be attached. */
export async function floatingIpsOfServer(db: Kysely<Database>, serverId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from ip_addresses where server_id = ${serverId} and floating_ip_id is not null)::int
      + (select count(*) from floating_ips where attach_to = ${serverId} and server_id is null and status <> 'terminated')::int as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
