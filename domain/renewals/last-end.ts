/** Due dates of unpaid renewals, of which some services end earlier than others. */
import type { Order } from '@innkeeper/db/schema';
import { isOrderedByJob } from '@innkeeper/db/tables/mailed-services';
import { linesOf, serviceLines, updateOrder } from '@innkeeper/db/tables/orders';
import { findServices } from '@innkeeper/db/tables/services';
import { unpaidEndsOf } from '@innkeeper/model/services/renewals';
import type { MutatingCx } from '../context.ts';
import { isRenewal } from '../mail/renewed-services.ts';

export interface LastEnd {
  /** True after one of the services has ended and was taken out of the order. */
  isReduced?: boolean;
}

/**
 * Postpones the due date of an unpaid renewal to the last end of its services. Those that live longer can then be paid. Returns false
 * if the order lapses: its last service ends, or its owner placed it and none of its services has ended. The caller has locked the order.
 */
export async function postponeToLastEnd(cx: MutatingCx, order: Order, { isReduced = false }: LastEnd = {}): Promise<boolean> {
  if (!isRenewal(order)) return false;
  const now = cx.clock.now();
  const ids = serviceLines(await linesOf(cx.db, [order.id])).map(({ service_id }) => service_id);
  const ends = unpaidEndsOf(await findServices(cx.db, ids), cx.settings.cancelGraceMs);
  const last = ends.at(-1);
  if (!last || last <= now) return false;
  const [first = last] = ends;
  if (!isReduced && first > now && !(await isOrderedByJob(cx.db, order.id))) return false;
  await updateOrder(cx.db, order.id, { due_at: last });
  return true;
}
