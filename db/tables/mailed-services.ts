/** Services and orders, as mails about renewals, suspensions and ends read them. */
import type { Role } from '@innkeeper/model/people/roles';
import { type Kysely, sql } from 'kysely';
import type { Database, Service } from '../schema.ts';
import { SERVICE_NAME } from './services-due.ts';

/** Name of a service `v` that its owner knows. The name of an addon `a` contains that of its server `o`. The others are those of `SERVICE_NAME`. */
export const MAILED_NAME = sql<string>`case when a.id is null then ${SERVICE_NAME}
  else coalesce((select p.name from addon_products p where p.key = a.key), a.key) || ' (' || o.hostname || ')' end`;

export interface MailedServiceRow
  extends Pick<
    Service,
    | 'id'
    | 'parent_id'
    | 'key'
    | 'status'
    | 'expiry_at'
    | 'suspend_after'
    | 'suspended_at'
    | 'staff_suspended_at'
    | 'staff_suspend_reason'
    | 'ended_at'
  > {
  name: string;
  /** True for a server that has not been built, or has lost its machine. */
  has_no_machine: boolean;
  /** Sentence about the state of a server, or `null`. */
  status_reason: string | null;
  /** True if the owner has cancelled the service. */
  is_cancelled: boolean;
}

/** Returns services with the names that their owner knows, by expiry. */
export async function mailedServices(db: Kysely<Database>, ids: readonly number[]): Promise<MailedServiceRow[]> {
  const { rows } = await sql<MailedServiceRow>`
    select v.id, v.parent_id, v.key, v.status, v.expiry_at, v.suspend_after, v.suspended_at, v.staff_suspended_at, v.staff_suspend_reason, v.ended_at,
      s.status_reason,
      coalesce(s.power = 'absent', false) as has_no_machine, exists (select from cancel_requests c where c.service_id = v.id) as is_cancelled,
      ${MAILED_NAME} as name
    from services v left join server_details s on s.id = v.id left join floating_ip_details f on f.id = v.id
      left join addons a on a.id = v.id left join server_details o on o.id = a.server_id
    where v.id = any(${[...ids]}::int[]) order by v.expiry_at, v.id`.execute(db);
  return rows;
}

/** Returns whether a job placed the order, and not its owner. */
export async function isOrderedByJob(db: Kysely<Database>, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from order_lines l join service_periods p on p.order_line_id = l.id
      where l.order_id = ${orderId} and p.automatic) as any`.execute(db);
  return rows[0]?.any === true;
}

/**
 * Returns the times of the last requests to pay these orders, by order, if they are later than `since`. A mail about more time to pay asks too.
 * A request that waits to be written counts from its fact. Reminders do not count.
 */
export async function lastRequestsToPay(
  db: Kysely<Database>,
  { accountIds, orderIds, since }: { accountIds: readonly number[]; orderIds: readonly number[]; since: Date },
): Promise<Map<number, Date>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ order_id: number; at: Date }>`
    with asked as (
      select case template when 'charge-failed' then split_part(once, ':', 3) else split_part(once, ':', 2) end as order_id, created_at
      from mails where account_id = any(${[...accountIds]}::int[]) and created_at > ${since}
        and (template in ('order-waiting', 'charge-failed') or template = 'renewal-due' and once like 'renewal-due:%')
      union all
      select order_id::text, created_at from mails_due
      where account_id = any(${[...accountIds]}::int[]) and kind in ('order-waiting', 'renewal-due')
      union all
      select d.debt ->> 'order', m.created_at from mails m cross join lateral jsonb_array_elements(m.data -> 'debts') d (debt)
      where m.account_id = any(${[...accountIds]}::int[]) and m.created_at > ${since} and m.template = 'services-postponed'
      union all
      select l.order_id::text, d.created_at from mails_due d join service_periods p on p.service_id = any(d.ids) and p.state = 'ordered'
        join order_lines l on l.id = p.order_line_id
      where d.account_id = any(${[...accountIds]}::int[]) and d.kind = 'services-postponed')
    select order_id::int as order_id, max(created_at) as at from asked
    where order_id = any(${orderIds.map(String)}::text[]) group by order_id`.execute(db);
  return new Map(rows.map(({ order_id, at }) => [order_id, at]));
}

/** Returns whether a mail has asked for the payment of an order. Requests to pay a renewal do not count. */
export async function wasAskedToPay(
  db: Kysely<Database>,
  { accountId, orderId }: { accountId: number; orderId: number },
): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from mails where account_id = ${accountId} and template = 'order-waiting'
      and split_part(once, ':', 2) = ${String(orderId)}) as any`.execute(db);
  return rows[0]?.any === true;
}

/**
 * Returns the services whose latest mail about an end by staff or its undoing announces the end. Mails of earlier versions do not name their
 * services by id, so such a mail counts for each end of the account that precedes it.
 */
export async function announcedEnds(
  db: Kysely<Database>,
  accountId: number,
  serviceIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select v.id from unnest(${[...serviceIds]}::int[]) as v (id) cross join lateral (
      select m.template from mails m
      where m.account_id = ${accountId} and m.template in ('service-ending', 'service-kept')
        and (m.data -> 'ids' @> to_jsonb(v.id) or not m.data ? 'ids' and exists (select from service_ends e
          where e.service_id = v.id and e.created_at <= m.created_at))
      order by m.id desc limit 1) latest
    where latest.template = 'service-ending'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the deduplication keys of mails that at least one reader with one of the roles has not got. */
export async function unmailedKeys(
  db: Kysely<Database>,
  mails: readonly { accountId: number; dedupeKey: string }[],
  roles: readonly Role[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${mails.map(({ dedupeKey }) => dedupeKey)}::text[], ${mails.map(({ accountId }) => accountId)}::int[])
      as k (key, account_id)
    where exists (select from memberships m join users u on u.id = m.user_id
      where m.account_id = k.account_id and m.role = any(${[...roles]}::text[]) and u.suspended_at is null
        and not exists (select from mails s where s.once = k.key || ':' || m.user_id))`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Returns the end of the retention of the copies of these servers: the earliest one, or `null` without copies. */
export async function copiesKeptUntil(
  db: Kysely<Database>,
  serverIds: readonly number[],
  retentionMs: number,
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select min(coalesce(c.kept_until, v.ended_at + make_interval(secs => ${retentionMs / 1000}::float8))) as until
    from copies c join services v on v.id = c.server_id
    where v.id = any(${[...serverIds]}::int[]) and c.status = 'ready'`.execute(db);
  return rows[0]?.until ?? null;
}

/** Returns whether services of the account are ending now: staff ends them and they are due, or their workflow runs. */
export async function isEndingMore(db: Kysely<Database>, accountId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from services v where v.account_id = ${accountId} and v.parent_id is null and v.status in ('active', 'suspended')
      and (v.staff_ends_at <= ${now} or exists (select from locks l
        where l.kind = replace(v.type, '-', '_') and l.resource_id = v.id and l.reason = 'terminate'))) as any`.execute(db);
  return rows[0]?.any === true;
}
