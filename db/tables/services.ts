/** Paid services: status, price and term of servers and their addons, and the requests to end them. */
import type { Outage } from '@innkeeper/model/installation/outage';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Service } from '../schema.ts';

export type NewService = Insertable<Database['services']>;
export type CancelRequest = Selectable<Database['cancel_requests']>;

export async function updateService(db: Kysely<Database>, id: number, fields: Updateable<Database['services']>): Promise<void> {
  await db.updateTable('services').set(fields).where('id', '=', id).execute();
}

/** Updates several services with the same fields. */
export async function updateServices(
  db: Kysely<Database>,
  ids: readonly number[],
  fields: Updateable<Database['services']>,
): Promise<void> {
  await db.updateTable('services').set(fields).where('id', '=', anyOf(ids)).execute();
}

/** Lists the suspended services of an account, in the order of their ids. Leaves out addons. */
export async function listSuspended(db: Kysely<Database>, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('services')
    .select('id')
    .where('account_id', '=', accountId)
    .where('parent_id', 'is', null)
    .where('status', '=', 'suspended')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Sets the end of the paid period of services. */
export async function setExpiry(db: Kysely<Database>, paid: readonly { id: number; expiry_at: Date }[]): Promise<void> {
  const [ids, ends] = [paid.map(({ id }) => id), paid.map(({ expiry_at }) => expiry_at)];
  await sql`
    update services set expiry_at = paid.until
    from unnest(${ids}::int[], ${ends}::timestamptz[]) as paid (id, until) where services.id = paid.id`.execute(db);
}

/**
 * Extends the grace period of suspended services by the length of an outage. For a service that was suspended during the outage, only the
 * remaining part counts. Returns how many were extended. Locks the services in the order of their ids, as `lockServices` does.
 */
export async function extendGracePeriods(trx: Transaction<Database>, { since, until }: Outage): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with waiting as materialized (
      select id from services where status = 'suspended' and suspended_at < ${until} order by id for update)
    update services set suspended_at = suspended_at + (${until}::timestamptz - greatest(${since}::timestamptz, suspended_at))
    from waiting where services.id = waiting.id`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Postpones the suspension of unpaid services by the time during which they could not be paid. This is the part of the outage after the
 * renewal was due to be ordered, `aheadMs` before the expiry.
 */
export async function postponeUnpaidSuspension(
  trx: Transaction<Database>,
  { since, until }: Outage,
  aheadMs: number,
): Promise<void> {
  const begins = sql`expiry_at - make_interval(secs => ${aheadMs / 1000}::float8)`;
  await sql`
    with expiring as materialized (
      select id from services where status = 'active' and ${begins} < ${until} order by id for update)
    update services set suspend_after =
      greatest(expiry_at, suspend_after) + (${until}::timestamptz - greatest(${since}::timestamptz, ${begins}))
    from expiring where services.id = expiring.id`.execute(trx);
}

/**
 * Gives an account time to pay that could not do so until `now`. Postpones the suspension of its expired services to `until` at least, and
 * begins the grace period again of services that are suspended as unpaid.
 */
export async function giveTimeToPay(
  trx: Kysely<Database>,
  accountId: number,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await sql`
    update services set suspend_after = greatest(suspend_after, ${until}::timestamptz)
    where account_id = ${accountId} and status = 'active' and expiry_at < ${until}`.execute(trx);
  await sql`
    update services v set suspended_at = ${now}
    where account_id = ${accountId} and status = 'suspended' and expiry_at <= ${now} and staff_suspended_at is null and staff_ends_at is null
      and not exists (select from cancel_requests c where c.service_id = v.id)`.execute(trx);
}

/**
 * Postpones the suspension of services whose renewal no worker ordered during the outage. Such services get the full `aheadMs`
 * milliseconds, counted after the outage.
 */
export async function postponeUnordered(trx: Transaction<Database>, { since, until }: Outage, aheadMs: number): Promise<void> {
  const ahead = sql`make_interval(secs => ${aheadMs / 1000}::float8)`;
  await sql`
    with unordered as materialized (
      select id from services where status = 'active' and expiry_at - ${ahead} between ${since} and ${until} order by id for update)
    update services set suspend_after = greatest(expiry_at, suspend_after, ${until}::timestamptz + ${ahead})
    from unordered where services.id = unordered.id`.execute(trx);
}

/** Finds services by id. Unknown ids are left out. */
export async function findServices(db: Kysely<Database>, ids: readonly number[]): Promise<Service[]> {
  return db.selectFrom('services').selectAll().where('id', '=', anyOf(ids)).execute();
}

/** Locks services until the transaction ends, always in ascending order of id, so that no two transactions deadlock. */
export async function lockServices(trx: Transaction<Database>, ids: readonly number[]): Promise<Service[]> {
  return trx.selectFrom('services').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute();
}

/** Locks services of one account only, so that a request cannot block services of other accounts. */
export async function lockServicesOf(trx: Transaction<Database>, accountId: number, ids: readonly number[]): Promise<void> {
  const own = trx.selectFrom('services').select('id').where('account_id', '=', accountId).where('id', '=', anyOf(ids));
  await own.orderBy('id').forUpdate().execute();
}

/** Lists the child services of a service that have not ended, oldest first. */
export function childrenOf(db: Kysely<Database>, id: number): Promise<Service[]> {
  return childrenOfAll(db, [id]);
}

/** Lists the child services of several services that have not ended, oldest first. */
export async function childrenOfAll(db: Kysely<Database>, ids: readonly number[]): Promise<Service[]> {
  return db
    .selectFrom('services')
    .selectAll()
    .where('parent_id', '=', anyOf(ids))
    .where('status', '<>', 'terminated')
    .orderBy('id')
    .execute();
}

/** Terminates the child services that were never delivered. */
export async function endUndelivered(trx: Kysely<Database>, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('services')
    .set({ status: 'terminated', ended_at: now })
    .where('parent_id', '=', id)
    .where('status', 'in', ['awaiting_payment', 'processing'])
    .execute();
}

/** Returns the given ids of services that have a cancel request. */
export async function listCancelled(db: Kysely<Database>, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('cancel_requests').select('service_id').where('service_id', '=', anyOf(ids)).execute();
  return new Set(rows.map(({ service_id }) => service_id));
}

export async function findCancelRequest(db: Kysely<Database>, serviceId: number): Promise<CancelRequest | undefined> {
  return db.selectFrom('cancel_requests').selectAll().where('service_id', '=', serviceId).executeTakeFirst();
}

export async function insertCancelRequest(
  trx: Kysely<Database>,
  request: Insertable<Database['cancel_requests']>,
): Promise<void> {
  await trx.insertInto('cancel_requests').values(request).execute();
}

/** Deletes a cancel request. Returns whether there was one. */
export async function deleteCancelRequest(trx: Kysely<Database>, serviceId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('cancel_requests').where('service_id', '=', serviceId).executeTakeFirst();
  return numDeletedRows > 0n;
}

const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`;
