/** Services that are due for renewal, a reminder, a charge or suspension. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Service } from '../schema.ts';
import { renewsEnding } from './service-ends.ts';

/**
 * Condition for top-level services that a job renews. Leaves out services that staff suspended or ends, that are cancelled, or that are
 * being terminated or scaled. Also leaves out services whose next period was ordered before, or that have another period on order. Also leaves
 * out services while an order for one of their addons is being paid.
 */
export const TO_RENEW = sql`v.parent_id is null and v.staff_suspended_at is null and v.staff_ends_at is null and v.auto_renew and v.billing_anchor is not null
  and not exists (select from cancel_requests c where c.service_id = v.id)
  and not exists (select from service_periods p where p.service_id = v.id
    and (p.period_from = v.expiry_at or p.state = 'ordered'))
  and not exists (select from services c join service_periods p on p.service_id = c.id and p.state = 'ordered'
    join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
    where c.parent_id = v.id and o.status = 'processing')
  and not exists (select from locks l where l.kind = replace(v.type, '-', '_') and l.resource_id = v.id and l.reason in ('terminate', 'scale'))`;

export interface AccountsQuery {
  /** Exclusive upper bound of the expiry. */
  until: Date;
  /** Lower bound of the account ids, exclusive. */
  after: number;
  max: number;
}

export interface AccountToRenew {
  id: number;
  /** Number of the account's services that are due. */
  services: number;
}

/**
 * Lists accounts with services to renew, by ascending id. Leaves out parked accounts. The query scans all due services, so request many
 * accounts at a time.
 */
export async function accountsToRenew(db: Kysely<Database>, { until, after, max }: AccountsQuery): Promise<AccountToRenew[]> {
  const { rows } = await sql<AccountToRenew>`
    select v.account_id as id, count(*)::int as services from services v join accounts a on a.id = v.account_id
    where v.status in ('active', 'suspended') and v.expiry_at < ${until} and v.account_id > ${after} and a.billing_parked_at is null
      and ${TO_RENEW}
    group by v.account_id order by v.account_id limit ${max}`.execute(db);
  return rows;
}

/**
 * Locks services to renew of some accounts until the transaction ends. Leaves out parked accounts. Checks the services again once they are
 * locked, because another worker or their owner may have renewed them.
 */
export async function lockServicesToRenew(
  trx: Transaction<Database>,
  { accountIds, until, max }: { accountIds: readonly number[]; until: Date; max: number },
): Promise<Service[]> {
  const due = sql`from services v join accounts a on a.id = v.account_id
    where v.account_id = any(${[...accountIds]}::int[]) and v.status in ('active', 'suspended') and v.expiry_at < ${until}
      and a.billing_parked_at is null and ${TO_RENEW}`;
  const locked = await sql<{ id: number }>`select v.id ${due} order by v.id limit ${max} for update of v`.execute(trx);
  if (locked.rows.length === 0) return [];
  const ids = locked.rows.map(({ id }) => id);
  const { rows } = await sql<Service>`select v.* ${due} and v.id = any(${ids}::int[]) order by v.id`.execute(trx);
  return rows;
}

/** Condition for an active service `v` to be suspended as unpaid: its renewal was ordered, unless it is not automatic, and is not being paid. */
const maySuspend = sql`((not v.auto_renew or exists (select from service_periods p where p.service_id = v.id and p.period_from = v.expiry_at))
      and not exists (select from service_periods p join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
        where p.service_id = v.id and p.period_from = v.expiry_at and p.state = 'ordered' and o.status = 'processing'))`;

/** Returns when an active service is suspended as unpaid. Returns `null` while its renewal is being paid, or is not ordered yet. */
export async function unpaidSuspensionAt(db: Kysely<Database>, id: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(v.expiry_at, v.suspend_after) as at from services v
    where v.id = ${id} and v.status = 'active' and ${maySuspend}`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Condition for a service without a cancel request that expired unpaid and must be suspended or ended now. A renewal must have been
 * ordered, unless renewal is not automatic. The account must be able to pay. Services that staff suspended or ends wait for staff.
 */
const unpaidDue = (now: Date, graceMs: number) => sql`(
  v.parent_id is null and v.staff_suspended_at is null and v.staff_ends_at is null and v.expiry_at <= ${now} and a.billing_parked_at is null and a.suspended_at is null
  and case v.status
    when 'active' then greatest(v.expiry_at, v.suspend_after) <= ${now} and ${maySuspend}
    when 'suspended' then greatest(v.expiry_at, v.suspended_at) + make_interval(secs => ${graceMs / 1000}::float8) <= ${now}
    else false end)`;

/** Returns whether a service without a cancel request must be suspended or ended now. */
export async function isUnpaidDue(
  db: Kysely<Database>,
  { id, now, graceMs }: { id: number; now: Date; graceMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from services v join accounts a on a.id = v.account_id where v.id = ${id} and ${unpaidDue(now, graceMs)}`.execute(db);
  return rows.length > 0;
}

export interface StatusChangeQuery {
  now: Date;
  graceMs: number;
  /** Skips services whose workflow failed after this time. */
  notTriedSince: Date;
  except: readonly number[];
  max: number;
}

/** Lists services that may have to be suspended, resumed or ended. The caller locks each service and then decides. */
export async function listStatusChangeCandidates(
  db: Kysely<Database>,
  { now, graceMs, notTriedSince, except, max }: StatusChangeQuery,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from services v join accounts a on a.id = v.account_id left join cancel_requests c on c.service_id = v.id
    where v.parent_id is null and v.status in ('active', 'suspended') and v.id <> all(${[...except]}::int[])
      and case
        when c.id is null then ${unpaidDue(now, graceMs)} or v.status = 'suspended' and v.staff_suspended_at is null and v.staff_ends_at is null
          and v.expiry_at > ${now}
        when v.status = 'active' then c.now or v.expiry_at <= ${now}
        else true end
      and not exists (select from locks l where l.kind = replace(v.type, '-', '_') and l.resource_id = v.id)
      and not exists (select from workflows w where w.resource_kind = replace(v.type, '-', '_') and w.resource_id = v.id and w.state = 'undone'
        and w.kind in ('server.suspend', 'server.terminate', 'server.backup') and w.finished_at > ${notTriedSince})
    order by v.id limit ${max}`.execute(db);
  return rows;
}

/** Name of a service `v` as its owner sees it, with its server `s` or its floating IP `f`. */
export const SERVICE_NAME = sql`coalesce(s.hostname, 'Floating IP ' || host(f.address),
  (select 'Support: ' || p.name from support_plans p where v.type = 'support-plan' and p.key = v.key), v.type)`;

export interface ExpiringService {
  id: number;
  account_id: number;
  name: string;
  expiry_at: Date;
}

export interface ServiceToRemind extends ExpiringService {
  suspend_after: Date | null;
  /** Time when staff last moved the expiry from or to a date that is not before the current expiry. `null` if never. */
  moved_at: Date | null;
  /** True if a job will still order the renewal. */
  is_renewed_later: boolean;
}

/**
 * Lists active top-level services of accounts that expire between `now` and `until` and are not cancelled, with their names. At most 500
 * per account.
 */
export async function listExpiring(
  db: Kysely<Database>,
  { accountIds, now, until }: { accountIds: readonly number[]; now: Date; until: Date },
): Promise<ServiceToRemind[]> {
  const { rows } = await sql<ServiceToRemind>`
    select e.* from unnest(${[...accountIds]}::int[]) as account (id) cross join lateral (
      select v.id, v.account_id, ${SERVICE_NAME} as name, v.expiry_at, v.suspend_after,
        (select max(t.changed_at) from term_changes t where t.service_id = v.id and greatest(t.expiry_before, t.expiry_after) >= v.expiry_at) as moved_at,
        v.auto_renew and not exists (select from service_periods p
          where p.service_id = v.id and (p.period_from = v.expiry_at or p.state = 'ordered')) as is_renewed_later
      from services v left join server_details s on s.id = v.id left join floating_ip_details f on f.id = v.id
      where v.account_id = account.id and v.parent_id is null and v.status = 'active' and v.staff_ends_at is null and v.expiry_at > ${now} and v.expiry_at < ${until}
        and not exists (select from cancel_requests c where c.service_id = v.id)
      order by v.expiry_at, v.id limit 500) e`.execute(db);
  return rows;
}

/** Lists accounts with services that `listExpiring` returns, by ascending id. */
export async function accountsToRemind(
  db: Kysely<Database>,
  { now, until, after, max }: AccountsQuery & { now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select distinct v.account_id from services v
    where v.parent_id is null and v.status = 'active' and v.staff_ends_at is null and v.expiry_at > ${now} and v.expiry_at < ${until} and v.account_id > ${after}
      and not exists (select from cancel_requests c where c.service_id = v.id)
    order by v.account_id limit ${max}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

export interface Ending extends ExpiringService {
  ends_at: Date;
}

interface EndingQuery {
  until: Date;
  graceMs: number;
}

const endsAt = (graceMs: number) => sql`greatest(v.expiry_at, v.suspended_at) + make_interval(secs => ${graceMs / 1000}::float8)`;

/**
 * Selects services that were suspended for lack of payment and end before `until`, if the owner has not been warned. Leaves out accounts that
 * may not pay, because their services do not end.
 */
const isToBeWarned = ({ until, graceMs }: EndingQuery) => sql<boolean>`
  v.parent_id is null and v.status = 'suspended' and v.staff_suspended_at is null and v.staff_ends_at is null
  and v.expiry_at <= v.suspended_at and ${endsAt(graceMs)} < ${until}
  and not exists (select from cancel_requests c where c.service_id = v.id)
  and not exists (select from accounts a where a.id = v.account_id and (a.suspended_at is not null or a.billing_parked_at is not null))
  and not exists (select from memberships o join mails m on
    m.once = 'ends:' || v.id || ':' || floor(extract(epoch from v.expiry_at))::bigint || ':' || o.user_id
    where o.account_id = v.account_id and o.role = 'owner')
  and not exists (select from mails m where m.account_id = v.account_id and m.template = 'termination-ahead'
    and m.data -> 'ends' ? (v.id || ':' || floor(extract(epoch from v.expiry_at))::bigint))`;

/** Lists accounts with services that `listEndingUnpaidServices` returns, by ascending id. */
export async function accountsToWarn(
  db: Kysely<Database>,
  { max, except, ...query }: EndingQuery & { max: number; except: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select distinct v.account_id from services v where ${isToBeWarned(query)} and v.account_id <> all(${[...except]}::int[])
    order by v.account_id limit ${max}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Lists services of the account that were suspended for lack of payment and end before `until`, if their owner has not been warned. */
export async function listEndingUnpaidServices(
  db: Kysely<Database>,
  { accountId, ...query }: EndingQuery & { accountId: number },
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select v.id, v.account_id, ${SERVICE_NAME} as name, v.expiry_at, ${endsAt(query.graceMs)} as ends_at
    from services v left join server_details s on s.id = v.id left join floating_ip_details f on f.id = v.id
    where v.account_id = ${accountId} and ${isToBeWarned(query)} order by ends_at, v.id`.execute(db);
  return rows;
}

/**
 * Lists unpaid automatic renewals of accounts with a saved card, by ascending id, with ids after `after` and up to `last`. Leaves out parked
 * and suspended accounts.
 */
export async function renewalsToCharge(
  db: Kysely<Database>,
  { after, last, max }: { after: number; last?: number; max: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o join accounts a on a.id = o.account_id
    where o.status = 'awaiting_payment' and o.auto_pay and o.id > ${after} ${last === undefined ? sql`` : sql`and o.id <= ${last}`}
      and a.billing_parked_at is null and a.suspended_at is null
      and not ${renewsEnding('o.id')} and exists (select from saved_cards c where c.account_id = o.account_id)
      and exists (select from order_lines l join service_periods p on p.order_line_id = l.id
        where l.order_id = o.id and p.automatic and p.state = 'ordered')
    order by o.id limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
}
