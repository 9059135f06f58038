import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { Failure } from '@innkeeper/model/failures';
import type { Cx } from '../context.ts';

/**
 * Throws `wrong_state` while an order that renews one of these services is being paid. With `automatic`, only orders made by a job count.
 */
export async function refuseWhileBeingPaid(
  { db }: Pick<Cx, 'db'>,
  serviceIds: readonly number[],
  { automatic = false }: { automatic?: boolean } = {},
): Promise<void> {
  const ids = await waitingRenewals(db, serviceIds, { automatic });
  if (ids.length === 0) return;
  const paying = await db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  if (!paying) return;
  throw new Failure('wrong_state', {
    message: `Renewal order ${paying.id} is being paid. Try again when the payment has ended.`,
  });
}
