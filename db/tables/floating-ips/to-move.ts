import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../schema.ts';

/** Floating IPs to attach to or detach from the same server. Ended floating IPs without a server form one group. */
export interface FloatingIpsOfServer {
  /** Smallest of `ids`. */
  id: number;
  ids: number[];
}

export interface FloatingIpsToMoveQuery {
  /** Time after which a rolled-back workflow excludes its floating IP. */
  notTriedSince: Date;
  except: readonly number[];
  max: number;
}

/** Returns a `from` clause, served by indexes, that selects a superset of the result of `floatingIpsToMove`. */
export function floatingIpsThatMayMove(): RawBuilder<unknown> {
  return sql`from (
    select 1 from floating_ip_details where attach_to is not null
    union all
    select 1 from ip_addresses a join services v on v.id = a.floating_ip_id
    where a.floating_ip_id is not null and (v.status = 'terminated' or v.status = 'suspended' and a.server_id is not null)) as waiting`;
}

/**
 * Lists floating IPs that must be attached or detached, or have ended and still hold their address, grouped by server. Skips floating IPs
 * that are locked or whose server is locked.
 */
export async function floatingIpsToMove(
  db: Kysely<Database>,
  { notTriedSince, except, max }: FloatingIpsToMoveQuery,
): Promise<FloatingIpsOfServer[]> {
  const { rows } = await sql<FloatingIpsOfServer>`
    select min(id) as id, array_agg(id order by id) as ids from (
      select d.id, d.attach_to as server from floating_ip_details d join services v on v.id = d.id
      join ip_addresses a on a.floating_ip_id = d.id
      where d.attach_to is not null and v.status = 'active' and a.server_id is null
        and not exists (select from services s where s.id = d.attach_to and s.status = 'suspended')
      union all
      select v.id, a.server_id from services v join ip_addresses a on a.floating_ip_id = v.id
      where v.type = 'floating-ip' and (v.status = 'terminated' or v.status = 'suspended' and a.server_id is not null)
    ) as waiting
    where id <> all(${[...except]}::int[])
      and not exists (select from locks l where l.kind = 'floating_ip' and l.resource_id = waiting.id)
      and not exists (select from locks l where l.kind = 'server' and l.resource_id = waiting.server)
      and not exists (select from workflows w where w.resource_kind = 'floating_ip' and w.resource_id = waiting.id
        and w.state = 'undone' and w.finished_at > ${notTriedSince})
    group by server order by 1 limit ${max}`.execute(db);
  return rows;
}
