import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../schema.ts';

/** Of one server, which they wait for or wait to leave. */
export interface FloatingIpsOfServer {
  /** The first of them. */
  id: number;
  ids: number[];
}

export interface ToMove {
  /** Not those whose workflow failed since then. */
  notSince: Date;
  except: readonly number[];
  most: number;
}

/** Begins with `from`: more than what `floatingIpsToMove` finds, and looked up by indexes. */
export function floatingIpsThatMayMove(): RawBuilder<unknown> {
  return sql`from (
    select 1 from floating_ip_details where attach_to is not null
    union all
    select 1 from ip_addresses a join services v on v.id = a.floating_ip_id
    where a.floating_ip_id is not null and (v.status = 'terminated' or v.status = 'suspended' and a.server_id is not null)) as waiting`;
}

/** What waits for a server, is to leave one, or has ended and still has its address; nothing that is locked, or whose server is. */
export async function floatingIpsToMove(
  db: Kysely<Database>,
  { notSince, except, most }: ToMove,
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
        and w.state = 'undone' and w.finished_at > ${notSince})
    group by server order by 1 limit ${most}`.execute(db);
  return rows;
}
