/** Ordered and paid periods of services. Each period is one row, so that none is charged twice. */
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';

export type ServicePeriod = Selectable<Database['service_periods']>;
export type NewServicePeriod = Insertable<Database['service_periods']>;

/** A period with the months of its order line. */
export type OrderedPeriod = ServicePeriod & { billing_cycle: number };

/** Inserts periods and replaces void ones, which were never paid. The database refuses overlapping periods. */
export async function insertPeriods(trx: Kysely<Database>, periods: readonly NewServicePeriod[]): Promise<void> {
  if (periods.length === 0) return;
  const [ids, begins] = [periods.map((period) => period.service_id), periods.map((period) => period.period_from)];
  await sql`
    delete from service_periods p using unnest(${ids}::int[], ${begins}::timestamptz[]) as wanted (id, begins)
    where p.service_id = wanted.id and p.period_from = wanted.begins and p.state = 'void'`.execute(trx);
  await sql`
    insert into service_periods (service_id, period_from, period_to, order_line_id, state, automatic, created_at, paid_at)
    select * from unnest(${ids}::int[], ${begins}::timestamptz[], ${periods.map((one) => one.period_to)}::timestamptz[],
      ${periods.map((one) => one.order_line_id)}::int[], ${periods.map((one) => one.state)}::text[],
      ${periods.map((one) => one.automatic ?? false)}::boolean[], ${periods.map((one) => one.created_at)}::timestamptz[],
      ${periods.map((one) => one.paid_at ?? null)}::timestamptz[])`.execute(trx);
}

/** Lists the ordered, unpaid periods of services, by service, earliest first. */
export async function orderedPeriods(db: Kysely<Database>, serviceIds: readonly number[]): Promise<OrderedPeriod[]> {
  const { rows } = await sql<OrderedPeriod>`
    select p.*, l.billing_cycle from service_periods p join order_lines l on l.id = p.order_line_id
    where p.service_id = any(${[...serviceIds]}::int[]) and p.state = 'ordered'
    order by p.service_id, p.period_from`.execute(db);
  return rows;
}

/** Lists the ordered, unpaid periods of an order. */
export async function periodsOfOrder(db: Kysely<Database>, orderId: number): Promise<ServicePeriod[]> {
  return db
    .selectFrom('service_periods')
    .innerJoin('order_lines', 'order_lines.id', 'service_periods.order_line_id')
    .selectAll('service_periods')
    .where('order_id', '=', orderId)
    .where('state', '=', 'ordered')
    .orderBy('service_id')
    .execute();
}

/** Marks the ordered periods of these lines as paid. */
export async function markPaid(trx: Kysely<Database>, lineIds: readonly number[], now: Date): Promise<void> {
  await trx
    .updateTable('service_periods')
    .set({ state: 'paid', paid_at: now })
    .where('order_line_id', '=', sql<number>`any(${[...lineIds]}::int[])`)
    .where('state', '=', 'ordered')
    .execute();
}

/** Marks the ordered periods of these lines as void, because they will not be paid. */
export async function markVoid(trx: Kysely<Database>, lineIds: readonly number[]): Promise<void> {
  await trx
    .updateTable('service_periods')
    .set({ state: 'void' })
    .where('order_line_id', '=', sql<number>`any(${[...lineIds]}::int[])`)
    .where('state', '=', 'ordered')
    .execute();
}

/** Deletes the unpaid periods of these lines. */
export async function deletePeriods(trx: Kysely<Database>, lineIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('service_periods')
    .where('order_line_id', '=', sql<number>`any(${[...lineIds]}::int[])`)
    .where('state', '<>', 'paid')
    .execute();
}

/** Lists the unpaid orders with a period of these services, in ascending order. With `automatic`, only those with an automatic period. */
export async function waitingRenewals(
  db: Kysely<Database>,
  serviceIds: readonly number[],
  { automatic = false }: { automatic?: boolean } = {},
): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select distinct l.order_id from service_periods p join order_lines l on l.id = p.order_line_id
    where p.service_id = any(${[...serviceIds]}::int[]) and p.state = 'ordered' and (p.automatic or not ${automatic}::boolean)
    order by l.order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

export interface PaidPeriodRow {
  service_id: number;
  to: Date;
  /** True if the line was not free, and is refunded in full. */
  isRefunded: boolean;
}

/** Lists the paid periods of these services that end after `since`. */
export async function paidPeriods(db: Kysely<Database>, serviceIds: readonly number[], since: Date): Promise<PaidPeriodRow[]> {
  const { rows } = await sql<PaidPeriodRow>`
    select p.service_id, p.period_to as "to", l.net > 0 and l.refunded_net >= l.net as "isRefunded"
    from service_periods p join order_lines l on l.id = p.order_line_id
    where p.service_id = any(${[...serviceIds]}::int[]) and p.state = 'paid' and p.period_to > ${since}`.execute(db);
  return rows;
}

/** Counts the automatic charges that were ordered after `since`, by service. */
export async function countAutomaticCharges(
  db: Kysely<Database>,
  serviceIds: readonly number[],
  since: Date,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('service_periods')
    .select(['service_id', (eb) => eb.fn.countAll<bigint>().as('n')])
    .where('service_id', '=', sql<number>`any(${[...serviceIds]}::int[])`)
    .where('automatic', '=', true)
    .where('created_at', '>', since)
    .groupBy('service_id')
    .execute();
  return new Map(rows.map(({ service_id, n }) => [service_id, Number(n)]));
}
