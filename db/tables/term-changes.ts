/** Changes of a service's expiry by staff: their records, and their effect on paid periods. */
import type { CutPeriod } from '@innkeeper/model/pricing/moved-end';
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export async function insertTermChange(trx: Kysely<Database>, change: Insertable<Database['term_changes']>): Promise<void> {
  await trx.insertInto('term_changes').values(change).execute();
}

/**
 * Truncates the paid periods of a service at `end`: shortens the period around `end` and deletes later ones. Returns these periods as they
 * were. The caller must hold the lock on the service.
 */
export async function truncatePaidPeriods(trx: Transaction<Database>, serviceId: number, end: Date): Promise<CutPeriod[]> {
  const paid = () => sql`service_id = ${serviceId} and state = 'paid' and period_to > ${end}`;
  const { rows } = await sql<{ order_line_id: number; period_from: Date; period_to: Date; paid_at: Date }>`
    select order_line_id, period_from, period_to, paid_at from service_periods where ${paid()} order by period_from`.execute(trx);
  await sql`delete from service_periods where ${paid()} and period_from >= ${end}`.execute(trx);
  await sql`update service_periods set period_to = ${end} where ${paid()}`.execute(trx);
  return rows.map(({ order_line_id: line_id, period_from, period_to, paid_at }) => ({
    line_id,
    from: period_from.toISOString(),
    to: period_to.toISOString(),
    paid_at: paid_at.toISOString(),
  }));
}

/** Returns the id of the oldest order for any of the services that is unpaid or being paid. */
export async function waitingOrderFor(db: Kysely<Database>, serviceIds: readonly number[]): Promise<number | undefined> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .innerJoin('services', (join) =>
      join.onRef('services.id', '=', 'order_lines.service_id').onRef('services.type', '=', 'order_lines.service_type'),
    )
    .select('orders.id')
    .where('services.id', '=', sql<number>`any(${[...serviceIds]}::int[])`)
    .where('orders.status', 'in', ['awaiting_payment', 'processing'])
    .orderBy('orders.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
