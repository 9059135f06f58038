/** Pro forma invoices that are about to be issued. */
import { isProformDue } from '@innkeeper/db/tables/invoices/due';
import { findSeller } from '@innkeeper/db/tables/invoices/facts';
import type { MailDue } from '@innkeeper/db/tables/mails-due';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import type { Cx } from '../context.ts';

/** Time in milliseconds between looks at an order whose pro forma invoice is about to be issued. */
export const LOOK_AGAIN_MS = seconds(10);

/** Longest time in milliseconds that a request to pay waits for its pro forma invoice. */
const MAX_WAIT_MS = minutes(10);

/**
 * Returns whether a request to pay waits for the pro forma invoice of its order, which has account and reference. A seller without a name
 * issues none.
 */
export async function awaitsProform(
  { db, clock }: Pick<Cx, 'db' | 'clock'>,
  { order_id: orderId, created_at }: Pick<MailDue, 'order_id' | 'created_at'>,
): Promise<boolean> {
  if (clock.now().getTime() - created_at.getTime() >= MAX_WAIT_MS) return false;
  return (await findSeller(db)).name !== '' && (await isProformDue(db, orderId));
}
