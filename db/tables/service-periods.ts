/** Which periods of services were ordered and paid: a row each, so that none is charged twice. */
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';

export type ServicePeriod = Selectable<Database['service_periods']>;
export type NewServicePeriod = Insertable<Database['service_periods']>;

/** What a void row holds was never paid, so a new order takes its place. Refused by the database: a period that overlaps another. */
export async function insertPeriods(trx: Kysely<Database>, periods: readonly NewServicePeriod[]): Promise<void> {
  if (periods.length === 0) return;
  await deleteVoid(trx, periods);
  await trx
    .insertInto('service_periods')
    .values([...periods])
    .execute();
}

async function deleteVoid(trx: Kysely<Database>, periods: readonly NewServicePeriod[]): Promise<void> {
  const [ids, begins] = [periods.map((period) => period.service_id), periods.map((period) => period.period_from)];
  await sql`
    delete from service_periods p using unnest(${ids}::int[], ${begins}::timestamptz[]) as wanted (id, begins)
    where p.service_id = wanted.id and p.period_from = wanted.begins and p.state = 'void'`.execute(trx);
}

/** Those of services that are ordered and wait for payment, by service, the earliest first. */
export function orderedPeriods(db: Kysely<Database>, serviceIds: readonly number[]): Promise<ServicePeriod[]> {
  return db
    .selectFrom('service_periods')
    .selectAll()
    .where('service_id', '=', sql<number>`any(${[...serviceIds]}::int[])`)
    .where('state', '=', 'ordered')
    .orderBy('service_id')
    .orderBy('period_from')
    .execute();
}
