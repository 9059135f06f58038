/** Ends of services that staff ordered. `services.staff_ends_at` repeats the time of the open one. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database, Service } from '../schema.ts';

export type ServiceEnd = Selectable<Database['service_ends']>;

/** Inserts ends of services that have none. The caller has locked the services. */
export async function insertServiceEnds(
  trx: Kysely<Database>,
  ids: readonly number[],
  end: Omit<Insertable<Database['service_ends']>, 'service_id' | 'was_suspended'>,
): Promise<void> {
  await sql`
    insert into service_ends (service_id, reason, ends_at, was_suspended, requested_by, approved_by, created_at)
    select v.id, ${end.reason}, ${end.ends_at}::timestamptz, v.staff_suspended_at is not null, ${end.requested_by ?? null}::int,
      ${end.approved_by ?? null}::int, ${end.created_at}::timestamptz
    from services v where v.id = any(${[...ids]}::int[]) order by v.id`.execute(trx);
}

/** Returns the end of a service that is not undone. */
export function findServiceEnd(db: Kysely<Database>, serviceId: number): Promise<ServiceEnd | undefined> {
  return db
    .selectFrom('service_ends')
    .selectAll()
    .where('service_id', '=', serviceId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
}

/** Returns the ends of services that are not undone. */
export function findServiceEnds(db: Kysely<Database>, serviceIds: readonly number[]): Promise<ServiceEnd[]> {
  return db
    .selectFrom('service_ends')
    .selectAll()
    .where('service_id', '=', sql<number>`any(${[...serviceIds]}::int[])`)
    .where('undone_at', 'is', null)
    .orderBy('service_id')
    .execute();
}

export interface NamedServiceEnd extends ServiceEnd {
  requested_name: string | null;
  approved_name: string | null;
}

/** Returns the ends of `findServiceEnds` with the names of the staff. Only staff may read the names. */
export function findNamedServiceEnds(db: Kysely<Database>, serviceIds: readonly number[]): Promise<NamedServiceEnd[]> {
  return db
    .selectFrom('service_ends as e')
    .leftJoin('staff as r', 'r.id', 'e.requested_by')
    .leftJoin('staff as a', 'a.id', 'e.approved_by')
    .selectAll('e')
    .select(['r.name as requested_name', 'a.name as approved_name'])
    .where('e.service_id', '=', sql<number>`any(${[...serviceIds]}::int[])`)
    .where('e.undone_at', 'is', null)
    .orderBy('e.service_id')
    .execute();
}

/** Marks the end of a service as undone. */
export async function undoServiceEnd(trx: Kysely<Database>, id: number, undone_at: Date): Promise<void> {
  await trx.updateTable('service_ends').set({ undone_at }).where('id', '=', id).execute();
}

/** Postpones the ends that are earlier than `until`, without those of services that have ended. Returns the ids of the services. */
export async function postponeServiceEnds(trx: Kysely<Database>, until: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update service_ends e set ends_at = ${until}::timestamptz from services v
    where v.id = e.service_id and v.status <> 'terminated' and e.undone_at is null and e.ends_at < ${until}
    returning e.service_id as id`.execute(trx);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Gives services that staff ends already another time and reason. The caller has locked the services. */
export async function rescheduleServiceEnds(
  trx: Kysely<Database>,
  serviceIds: readonly number[],
  end: Pick<Insertable<Database['service_ends']>, 'reason' | 'ends_at' | 'requested_by' | 'approved_by'>,
): Promise<void> {
  if (serviceIds.length === 0) return;
  await trx
    .updateTable('service_ends')
    .set(end)
    .where('service_id', '=', sql<number>`any(${[...serviceIds]}::int[])`)
    .where('undone_at', 'is', null)
    .execute();
}

/** Lists the services of an account that staff ends and that have not ended, in the order of their ids. */
export async function listPendingEnds(db: Kysely<Database>, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('services')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '<>', 'terminated')
    .where('staff_ends_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the services of an account that have not ended, in the order of their ids. Leaves out addons. */
export function lockServicesToEnd(trx: Transaction<Database>, accountId: number): Promise<Service[]> {
  return trx
    .selectFrom('services')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('parent_id', 'is', null)
    .where('status', '<>', 'terminated')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks the services of an account that staff can suspend, in the order of their ids. Leaves out addons. */
export function lockServicesInUse(trx: Transaction<Database>, accountId: number): Promise<Service[]> {
  return trx
    .selectFrom('services')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('parent_id', 'is', null)
    .where('status', 'in', ['active', 'suspended'])
    .where('staff_suspended_at', 'is', null)
    .where('staff_ends_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Returns the condition that an order renews a service that staff ends. Only waiting orders have periods on order. `order` is its id. */
export const renewsEnding = (order: string) => sql<boolean>`exists (
  select from order_lines l join service_periods p on p.order_line_id = l.id and p.state = 'ordered'
    join services v on v.id = p.service_id left join services s on s.id = v.parent_id
  where l.order_id = ${sql.ref(order)} and (v.staff_ends_at is not null or s.staff_ends_at is not null))`;

/** Returns the earliest time at which staff ends a service that one of the orders renews, or `undefined`. */
export async function endingServiceOf(db: Kysely<Database>, orderIds: readonly number[]): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(v.staff_ends_at, s.staff_ends_at) as at
    from order_lines l join service_periods p on p.order_line_id = l.id and p.state = 'ordered'
      join services v on v.id = p.service_id left join services s on s.id = v.parent_id
    where l.order_id = any(${[...orderIds]}::int[]) and coalesce(v.staff_ends_at, s.staff_ends_at) is not null
    order by 1 limit 1`.execute(db);
  return rows[0]?.at;
}

/** Returns whether staff ends any service, or an end has failed in the job `work`. Usually neither is so. */
export async function hasStaffEnds(db: Kysely<Database>, work: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from services where staff_ends_at is not null and status in ('active', 'suspended'))
      or exists (select from due_failures where work = ${work}) as any`.execute(db);
  return rows[0]?.any === true;
}

export interface StaffEndsQuery {
  now: Date;
  /** Skips services whose workflow failed after this time. */
  notTriedSince: Date;
  except: readonly number[];
  max: number;
}

/**
 * Lists services that staff ends and that are due, or that are still to be suspended, or of which a renewal waits again. The earliest end
 * comes first. Leaves out locked services. The caller locks each service and then decides.
 */
export async function listStaffEndCandidates(
  db: Kysely<Database>,
  { now, notTriedSince, except, max }: StaffEndsQuery,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from services v left join server_details d on d.id = v.id
    where v.staff_ends_at is not null and v.status in ('active', 'suspended') and v.id <> all(${[...except]}::int[])
      and (v.staff_ends_at <= ${now}
        or v.staff_suspended_at is null and d.power is distinct from 'absent'
        or exists (select from services c join service_periods p on p.service_id = c.id and p.state = 'ordered'
          join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
          where (c.id = v.id or c.parent_id = v.id) and o.status = 'awaiting_payment'))
      and not exists (select from locks l where l.kind = replace(v.type, '-', '_') and l.resource_id = v.id)
      and not exists (select from workflows w where w.resource_kind = replace(v.type, '-', '_') and w.resource_id = v.id
        and w.state = 'undone' and w.kind in ('server.suspend', 'server.terminate') and w.finished_at > ${notTriedSince})
    order by v.staff_ends_at, v.id limit ${max}`.execute(db);
  return rows;
}

/** Returns whether all these services were ordered, and none is paid or being paid. Their end cancels the orders, and ends no service. */
export async function areUnpaid(db: Kysely<Database>, services: readonly Pick<Service, 'id' | 'status'>[]): Promise<boolean> {
  if (services.some(({ status }) => status !== 'awaiting_payment')) return false;
  const { rows } = await sql<{ all: boolean }>`
    select not exists (select from services v where v.id = any(${services.map(({ id }) => id)}::int[]) and not exists (
      select from order_lines l join orders o on o.id = l.order_id
      where l.service_id = v.id and l.service_type = v.type and o.status = 'awaiting_payment')) as all`.execute(db);
  return rows[0]?.all === true;
}

/** Returns the unpaid orders with a line of these services, in ascending order. Leaves out orders that are being paid. */
export async function unpaidOrdersOf(db: Kysely<Database>, serviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct o.id from services v
      join order_lines l on l.service_id = v.id and l.service_type = v.type join orders o on o.id = l.order_id
    where v.id = any(${[...serviceIds]}::int[]) and o.status = 'awaiting_payment'
    order by o.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the services of an account that staff suspends and does not end, without addons: how many, and the 20 oldest. */
export async function suspendedByStaff(
  db: Kysely<Database>,
  accountId: number,
): Promise<{ suspended_services: number; suspended_service_ids: number[] }> {
  const rows = await db
    .selectFrom('services')
    .select('id')
    .where('account_id', '=', accountId)
    .where('staff_suspended_at', 'is not', null)
    .where('staff_ends_at', 'is', null)
    .where('status', '<>', 'terminated')
    .where('parent_id', 'is', null)
    .orderBy('id')
    .execute();
  return { suspended_services: rows.length, suspended_service_ids: rows.slice(0, 20).map(({ id }) => id) };
}
