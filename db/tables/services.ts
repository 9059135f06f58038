/** What is paid for: status, price and term of servers and their addons, and the requests that they shall end. */
import type { Outage } from '@innkeeper/model/outage';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Service } from '../schema.ts';

export type NewService = Insertable<Database['services']>;
export type CancelRequest = Selectable<Database['cancel_requests']>;

export async function updateService(db: Kysely<Database>, id: number, fields: Updateable<Database['services']>): Promise<void> {
  await db.updateTable('services').set(fields).where('id', '=', id).execute();
}

/** The same of each. */
export async function updateServices(
  db: Kysely<Database>,
  ids: readonly number[],
  fields: Updateable<Database['services']>,
): Promise<void> {
  await db.updateTable('services').set(fields).where('id', '=', anyOf(ids)).execute();
}

/** Until when they are paid. */
export async function setExpiry(db: Kysely<Database>, paid: readonly { id: number; expiry_at: Date }[]): Promise<void> {
  const [ids, ends] = [paid.map(({ id }) => id), paid.map(({ expiry_at }) => expiry_at)];
  await sql`
    update services set expiry_at = paid.until
    from unnest(${ids}::int[], ${ends}::timestamptz[]) as paid (id, until) where services.id = paid.id`.execute(db);
}

/**
 * The grace period of what is suspended ends later by as long as the outage lasted, or by what there was of it since it was suspended.
 * Returns how many. Held in the order of their ids first, as `lockServices` does.
 */
export async function prolongGrace(trx: Transaction<Database>, { since, until }: Outage): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with waiting as materialized (
      select id from services where status = 'suspended' and suspended_at < ${until} order by id for update)
    update services set suspended_at = suspended_at + (${until}::timestamptz - greatest(${since}::timestamptz, suspended_at))
    from waiting where services.id = waiting.id`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * What is not paid yet is suspended later by as long as nobody could pay it: by what there was of the outage since its renewal was due to be
 * ordered, `aheadMs` before it expires.
 */
export async function prolongPayment(trx: Transaction<Database>, { since, until }: Outage, aheadMs: number): Promise<void> {
  const begins = sql`expiry_at - make_interval(secs => ${aheadMs / 1000}::float8)`;
  await sql`
    with expiring as materialized (
      select id from services where status = 'active' and ${begins} < ${until} order by id for update)
    update services set suspend_after =
      greatest(expiry_at, suspend_after) + (${until}::timestamptz - greatest(${since}::timestamptz, ${begins}))
    from expiring where services.id = expiring.id`.execute(trx);
}

/** What an account could not pay in time is not suspended before then. */
export async function giveTime(trx: Kysely<Database>, accountId: number, until: Date): Promise<void> {
  await sql`
    update services set suspend_after = greatest(suspend_after, ${until}::timestamptz)
    where account_id = ${accountId} and status = 'active' and expiry_at < ${until}`.execute(trx);
}

/** Renewals that no worker has ordered in time get as much time from when one is there as they would have had. */
export async function postponeUnordered(trx: Transaction<Database>, { since, until }: Outage, aheadMs: number): Promise<void> {
  const ahead = sql`make_interval(secs => ${aheadMs / 1000}::float8)`;
  await sql`
    with unordered as materialized (
      select id from services where status = 'active' and expiry_at - ${ahead} between ${since} and ${until} order by id for update)
    update services set suspend_after = greatest(expiry_at, suspend_after, ${until}::timestamptz + ${ahead})
    from unordered where services.id = unordered.id`.execute(trx);
}

/** Those of the ids that are there. */
export async function findServices(db: Kysely<Database>, ids: readonly number[]): Promise<Service[]> {
  return db.selectFrom('services').selectAll().where('id', '=', anyOf(ids)).execute();
}

/** The same, locked until the transaction ends; always in one order, so that no two transactions deadlock. */
export async function lockServices(trx: Transaction<Database>, ids: readonly number[]): Promise<Service[]> {
  return trx.selectFrom('services').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute();
}

/** Only those of an account: a request that names others' must not hold them up. */
export async function lockServicesOf(trx: Transaction<Database>, accountId: number, ids: readonly number[]): Promise<void> {
  const own = trx.selectFrom('services').select('id').where('account_id', '=', accountId).where('id', '=', anyOf(ids));
  await own.orderBy('id').forUpdate().execute();
}

/** What belongs to a service and has not ended, the oldest first. */
export function childrenOf(db: Kysely<Database>, id: number): Promise<Service[]> {
  return childrenOfAll(db, [id]);
}

export async function childrenOfAll(db: Kysely<Database>, ids: readonly number[]): Promise<Service[]> {
  return db
    .selectFrom('services')
    .selectAll()
    .where('parent_id', '=', anyOf(ids))
    .where('status', '<>', 'terminated')
    .orderBy('id')
    .execute();
}

/** What was to be delivered with it has ended with it. */
export async function endUndelivered(trx: Kysely<Database>, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('services')
    .set({ status: 'terminated', ended_at: now })
    .where('parent_id', '=', id)
    .where('status', 'in', ['awaiting_payment', 'processing'])
    .execute();
}

/** Those of the ids whose end was asked for. */
export async function cancelledOf(db: Kysely<Database>, ids: readonly number[]): Promise<Set<number>> {
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

/** Returns whether there was one. */
export async function deleteCancelRequest(trx: Kysely<Database>, serviceId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('cancel_requests').where('service_id', '=', serviceId).executeTakeFirst();
  return numDeletedRows > 0n;
}

const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`;
