/** What is due of services: to be renewed, to be reminded of, to be suspended. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Service } from '../schema.ts';

/** Top services that a job renews: neither suspended by the staff nor cancelled, nor ordered for that period before, by whomever; nor while their price
 * changes, or an order for their addons is being paid. */
const TO_RENEW = sql`v.parent_id is null and v.staff_suspended_at is null and v.auto_renew and v.billing_anchor is not null
  and not exists (select from cancel_requests c where c.service_id = v.id)
  and not exists (select from service_periods p where p.service_id = v.id
    and (p.period_from = v.expiry_at or p.state = 'ordered'))
  and not exists (select from services c join service_periods p on p.service_id = c.id and p.state = 'ordered'
    join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
    where c.parent_id = v.id and o.status = 'processing')
  and not exists (select from locks l where l.kind = replace(v.type, '-', '_') and l.resource_id = v.id and l.reason in ('terminate', 'scale'))`;

export interface AccountsWanted {
  /** What expires before that. */
  until: Date;
  /** Accounts with a greater id. */
  after: number;
  most: number;
}

export interface AccountToRenew {
  id: number;
  /** How many of its services are due. */
  services: number;
}

/** Ascending; without those that are parked. Looks at all that is due, so it is asked for many at a time. */
export async function accountsToRenew(db: Kysely<Database>, { until, after, most }: AccountsWanted): Promise<AccountToRenew[]> {
  const { rows } = await sql<AccountToRenew>`
    select v.account_id as id, count(*)::int as services from services v join accounts a on a.id = v.account_id
    where v.status in ('active', 'suspended') and v.expiry_at < ${until} and v.account_id > ${after} and a.billing_parked_at is null
      and ${TO_RENEW}
    group by v.account_id order by v.account_id limit ${most}`.execute(db);
  return rows;
}

/**
 * Of some accounts, held until the transaction ends; none of those that are parked. Looked at again once they are held: another worker, or
 * their owner, may have renewed them meanwhile.
 */
export async function lockServicesToRenew(
  trx: Transaction<Database>,
  { accountIds, until, most }: { accountIds: readonly number[]; until: Date; most: number },
): Promise<Service[]> {
  const due = sql`from services v join accounts a on a.id = v.account_id
    where v.account_id = any(${[...accountIds]}::int[]) and v.status in ('active', 'suspended') and v.expiry_at < ${until}
      and a.billing_parked_at is null and ${TO_RENEW}`;
  const held = await sql<{ id: number }>`select v.id ${due} order by v.id limit ${most} for update of v`.execute(trx);
  if (held.rows.length === 0) return [];
  const ids = held.rows.map(({ id }) => id);
  const { rows } = await sql<Service>`select v.* ${due} and v.id = any(${ids}::int[]) order by v.id`.execute(trx);
  return rows;
}

/**
 * Of a service without a cancel request: expired unpaid, and its time is up. Only what was offered to be renewed, or is not renewed
 * automatically, and only where the account may pay. What the staff has suspended waits for the staff.
 */
const unpaidDue = (now: Date, graceMs: number) => sql`(
  v.parent_id is null and v.staff_suspended_at is null and v.expiry_at <= ${now} and a.billing_parked_at is null and a.suspended_at is null
  and case v.status
    when 'active' then greatest(v.expiry_at, v.suspend_after) <= ${now}
      and (not v.auto_renew or exists (select from service_periods p where p.service_id = v.id and p.period_from = v.expiry_at))
      and not exists (select from service_periods p join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
        where p.service_id = v.id and p.period_from = v.expiry_at and p.state = 'ordered' and o.status = 'processing')
    when 'suspended' then greatest(v.expiry_at, v.suspended_at) + make_interval(secs => ${graceMs / 1000}::float8) <= ${now}
    else false end)`;

export async function isUnpaidDue(
  db: Kysely<Database>,
  { id, now, graceMs }: { id: number; now: Date; graceMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from services v join accounts a on a.id = v.account_id where v.id = ${id} and ${unpaidDue(now, graceMs)}`.execute(db);
  return rows.length > 0;
}

export interface ToMove {
  now: Date;
  graceMs: number;
  /** Not those whose workflow failed since then. */
  notSince: Date;
  except: readonly number[];
  most: number;
}

/** What may have to be suspended, resumed or ended: that it has to is decided once it is held. */
export async function servicesToMove(
  db: Kysely<Database>,
  { now, graceMs, notSince, except, most }: ToMove,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from services v join accounts a on a.id = v.account_id left join cancel_requests c on c.service_id = v.id
    where v.parent_id is null and v.status in ('active', 'suspended') and v.id <> all(${[...except]}::int[])
      and case
        when c.id is null then ${unpaidDue(now, graceMs)} or v.status = 'suspended' and v.staff_suspended_at is null and v.expiry_at > ${now}
        when v.status = 'active' then c.now or v.expiry_at <= ${now}
        else true end
      and not exists (select from locks l where l.kind = replace(v.type, '-', '_') and l.resource_id = v.id)
      and not exists (select from workflows w where w.resource_kind = replace(v.type, '-', '_') and w.resource_id = v.id and w.state = 'undone'
        and w.kind in ('server.suspend', 'server.terminate', 'server.backup') and w.finished_at > ${notSince})
    order by v.id limit ${most}`.execute(db);
  return rows;
}

/** What its owner calls a service `v`, with the server `s` or the floating IP `f` that it is. */
const NAME = sql`coalesce(s.hostname, 'Floating IP ' || host(f.address),
  (select 'Support: ' || p.name from support_plans p where v.type = 'support-plan' and p.key = v.key), v.type)`;

export interface Expiring {
  id: number;
  account_id: number;
  name: string;
  expiry_at: Date;
}

export interface ToRemind extends Expiring {
  /** When the staff has last moved its end, from or to one that is no earlier than the present; null: never. */
  moved_at: Date | null;
}

/** Top services of accounts that expire before then and are neither paid further nor cancelled, with their names; of each account 500 at most. */
export async function expiringOf(
  db: Kysely<Database>,
  { accountIds, now, until }: { accountIds: readonly number[]; now: Date; until: Date },
): Promise<ToRemind[]> {
  const { rows } = await sql<ToRemind>`
    select e.* from unnest(${[...accountIds]}::int[]) as account (id) cross join lateral (
      select v.id, v.account_id, ${NAME} as name, v.expiry_at,
        (select max(t.changed_at) from term_changes t where t.service_id = v.id and greatest(t.expiry_before, t.expiry_after) >= v.expiry_at) as moved_at
      from services v left join server_details s on s.id = v.id left join floating_ip_details f on f.id = v.id
      where v.account_id = account.id and v.parent_id is null and v.status = 'active' and v.expiry_at > ${now} and v.expiry_at < ${until}
        and not exists (select from cancel_requests c where c.service_id = v.id)
      order by v.expiry_at, v.id limit 500) e`.execute(db);
  return rows;
}

/** Accounts that have some; ascending. */
export async function accountsToRemind(
  db: Kysely<Database>,
  { now, until, after, most }: AccountsWanted & { now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select distinct v.account_id from services v
    where v.parent_id is null and v.status = 'active' and v.expiry_at > ${now} and v.expiry_at < ${until} and v.account_id > ${after}
      and not exists (select from cancel_requests c where c.service_id = v.id)
    order by v.account_id limit ${most}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

export interface Ending extends Expiring {
  ends_at: Date;
}

/** What was suspended for lack of payment and ends before `until`, and whose owner was not told so. */
export async function endingUnpaid(
  db: Kysely<Database>,
  { until, graceMs, most }: { until: Date; graceMs: number; most: number },
): Promise<Ending[]> {
  const ends = sql`greatest(v.expiry_at, v.suspended_at) + make_interval(secs => ${graceMs / 1000}::float8)`;
  const { rows } = await sql<Ending>`
    select v.id, v.account_id, ${NAME} as name, v.expiry_at, ${ends} as ends_at
    from services v left join server_details s on s.id = v.id left join floating_ip_details f on f.id = v.id
    where v.parent_id is null and v.status = 'suspended' and v.staff_suspended_at is null and v.expiry_at <= v.suspended_at and ${ends} < ${until}
      and not exists (select from cancel_requests c where c.service_id = v.id)
      and not exists (select from memberships o join mails m on
        m.once = 'ends:' || v.id || ':' || floor(extract(epoch from v.expiry_at))::bigint || ':' || o.user_id
        where o.account_id = v.account_id and o.role = 'owner')
    order by v.id limit ${most}`.execute(db);
  return rows;
}

/** Automatic renewals that wait, of accounts with a saved card that may be charged; ascending. */
export async function renewalsToCharge(
  db: Kysely<Database>,
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o join accounts a on a.id = o.account_id
    where o.status = 'awaiting_payment' and o.auto_pay and o.id > ${after} and a.billing_parked_at is null and a.suspended_at is null
      and exists (select from saved_cards c where c.account_id = o.account_id)
      and exists (select from order_lines l join service_periods p on p.order_line_id = l.id
        where l.order_id = o.id and p.automatic and p.state = 'ordered')
    order by o.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
