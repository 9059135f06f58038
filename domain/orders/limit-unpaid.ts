/** Unpaid orders reserve servers and addresses, so there is a limit to them. */
import { unpaidOf } from '@innkeeper/db/tables/orders';
import { Failure } from '@innkeeper/model/failures';
import { type Unpaid, unpaidRefusal } from '@innkeeper/model/unpaid';
import type { MutatingCx } from '../context.ts';

/**
 * How long an unpaid order that reserves `more` may wait, in milliseconds. Exact when the caller holds the balance (`holdBalance`):
 * other orders of the account then wait, and count this one. Throws `unpaid_limit`.
 */
export async function limitUnpaid(cx: MutatingCx, accountId: number, more: Unpaid): Promise<number> {
  const { everPaid, ...held } = await unpaidOf(cx.db, accountId);
  const { unpaid, orderDueMs, orderDueNeverPaidMs } = cx.settings;
  const refusal = unpaidRefusal(held, more, everPaid ? unpaid.paid : unpaid.neverPaid);
  if (refusal) throw new Failure('unpaid_limit', { message: refusal });
  return everPaid ? orderDueMs : Math.min(orderDueMs, orderDueNeverPaidMs);
}
