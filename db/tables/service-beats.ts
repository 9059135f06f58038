/** Beats of services. Each service records that it is running. */
import { type Outage, outageAt } from '@innkeeper/model/installation/outage';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../schema.ts';

type Service = Database['service_beats']['service'];

/**
 * Records a beat of a service. Returns the outage that this beat ends, or `null`. Only one of several concurrent callers gets the outage,
 * because the row is locked until its transaction ends. The caller must postpone deadlines in the same transaction.
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
 * Returns whether the service is away at `now`. Inside a transaction, no beat can end the outage before the transaction ends. A service
 * without any beat is not away, because its state is unknown.
 */
export async function isAway(db: Kysely<Database>, service: Service, now: Date): Promise<boolean> {
  const query = db.selectFrom('service_beats').select('beat_at').where('service', '=', service);
  const last = await (db.isTransaction ? query.forShare() : query).executeTakeFirst();
  return last !== undefined && outageAt(last.beat_at, now) !== null;
}
