/** Services that their owners have cancelled, and what mails have told of it. */
import { type Kysely, sql } from 'kysely';
import type { Database, Service } from '../schema.ts';
import { MAILED_NAME } from './mailed-services.ts';

export interface MailedCancellationRow
  extends Pick<Service, 'id' | 'type' | 'key' | 'status' | 'expiry_at' | 'suspended_at' | 'staff_suspended_at'> {
  name: string;
  /** Id of the server of an addon, otherwise of the service. */
  top_id: number;
  /** Cancellation of the service, or `null`. */
  cancellation: { now: boolean; created_at: Date } | null;
  /** True if a job renews the service. */
  is_renewed: boolean;
  /** End in Unix milliseconds that the latest mail about a cancellation has named, or `null` if it was none or a withdrawal. */
  told_end: number | null;
}

/** Returns those of these services that are in use and that staff does not end, by expiry. Staff's end has mails of its own. */
export async function mailedCancellations(
  db: Kysely<Database>,
  accountId: number,
  ids: readonly number[],
): Promise<MailedCancellationRow[]> {
  const { rows } = await sql<
    Omit<MailedCancellationRow, 'cancellation'> & { cancelled_now: boolean | null; cancelled_at: Date | null }
  >`
    -- Read once for all services, because an account may have many mails.
    with sent as materialized (select m.id, m.template, m.data from mails m
      where m.account_id = ${accountId} and m.template in ('services-cancelled', 'cancellation-withdrawn'))
    select v.id, v.type, v.key, v.status, v.expiry_at, v.suspended_at, v.staff_suspended_at, t.id as top_id, ${MAILED_NAME} as name,
      c.now as cancelled_now, c.created_at as cancelled_at, told.ends as told_end,
      t.auto_renew and not exists (select from cancel_requests r where r.service_id in (v.id, t.id)) as is_renewed
    from services v join services t on t.id = coalesce(v.parent_id, v.id) left join cancel_requests c on c.service_id = v.id
      left join server_details s on s.id = v.id left join floating_ip_details f on f.id = v.id
      left join addons a on a.id = v.id left join server_details o on o.id = a.server_id
      left join lateral (select (m.data -> 'terms' ->> v.id::text)::float8 as ends from sent m
        where m.template = 'services-cancelled' and m.data -> 'terms' ? v.id::text
          or m.template = 'cancellation-withdrawn' and m.data -> 'ids' @> to_jsonb(v.id)
        order by m.id desc limit 1) told on true
    where v.id = any(${[...ids]}::int[]) and v.status in ('active', 'suspended') and t.staff_ends_at is null
    order by v.expiry_at, v.id`.execute(db);
  return rows.map(({ cancelled_now, cancelled_at, ...row }) => ({
    ...row,
    cancellation: cancelled_at === null ? null : { now: cancelled_now === true, created_at: cancelled_at },
  }));
}
