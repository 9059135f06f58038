/** The beats of services: each records that it is there, by its own clock. */
import { type Outage, outageAt } from '@innkeeper/model/outage';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../schema.ts';

type Service = Database['service_beats']['service'];

/**
 * Writes that the service is there. Returns the outage that this ends: one of many callers at once is told of it, since the row
 * is held until its transaction ends, and the time that it adds to deadlines belongs into that transaction.
 */
export async function beat(trx: Transaction<Database>, service: Service, now: Date): Promise<Outage | null> {
  const row = { service, beat_at: now };
  await trx
    .insertInto('service_beats')
    .values(row)
    .onConflict((oc) => oc.column('service').doNothing())
    .execute();
  const last = await trx
    .selectFrom('service_beats')
    .select('beat_at')
    .where('service', '=', service)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx.updateTable('service_beats').set(row).where('service', '=', service).execute();
  return outageAt(last.beat_at, now);
}

/**
 * Whether the service is away, as seen at `now`. In a transaction, no beat ends that before the transaction does. One that never
 * beat is not away: nothing is known of it.
 */
export async function isAway(db: Kysely<Database>, service: Service, now: Date): Promise<boolean> {
  const query = db.selectFrom('service_beats').select('beat_at').where('service', '=', service);
  const last = await (db.isTransaction ? query.forShare() : query).executeTakeFirst();
  return last !== undefined && outageAt(last.beat_at, now) !== null;
}
