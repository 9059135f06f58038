import { type TaxDecision, taxInForce } from '@innkeeper/model/vat/decide';
import type { Cx } from '../context.ts';

/**
 * The tax of the latest paid order of a service: what comes back of a term comes back with the VAT that was paid for it, whatever the
 * rate is now. `otherwise`: of one that was never paid for.
 */
export async function taxOfPaid(db: Cx['db'], serviceId: number, otherwise: TaxDecision): Promise<TaxDecision> {
  const paid = await db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .innerJoin('services as s', (join) => join.onRef('s.id', '=', 'l.service_id').onRef('s.type', '=', 'l.service_type'))
    .select('o.tax')
    .where('s.id', '=', serviceId)
    .where('o.paid_at', 'is not', null)
    .where('l.refunded_at', 'is', null)
    .where('l.net', '>', 0n)
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return paid ? taxInForce(paid.tax) : otherwise;
}
