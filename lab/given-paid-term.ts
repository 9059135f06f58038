/** Payment of a service that a fixture inserted, as if its owner had ordered it. */
import type { Database } from '@innkeeper/db/schema';
import { insertPaidPeriod } from '@innkeeper/domain/services/periods';
import { boundary } from '@innkeeper/model/pricing/period';
import { systemClock } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import { givenPaidOrder } from './given-invoices.ts';

/** Pays a billing cycle of the service that begins at `from`, by default now. */
export async function givenPaidTerm(db: Kysely<Database>, id: number, from: Date = systemClock.now()): Promise<void> {
  const { account_id, billing_cycle, renew_price, type } = await db
    .selectFrom('services')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const to = boundary(from, billing_cycle);
  const orderId = await givenPaidOrder(db, { accountId: account_id, nets: [renew_price], service: { type, id } });
  const { id: lineId } = await db
    .updateTable('order_lines')
    .set({ period_from: from, period_to: to, billing_cycle })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('services').set({ billing_anchor: from, expiry_at: to }).where('id', '=', id).execute();
  await db.transaction().execute((trx) => insertPaidPeriod({ db: trx, clock: systemClock }, { serviceId: id, lineId, from, to }));
}
