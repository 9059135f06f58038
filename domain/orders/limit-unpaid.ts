/** The limit of unpaid orders, which reserve servers and addresses. */
import { unpaidOf } from '@innkeeper/db/tables/orders';
import { Failure } from '@innkeeper/model/failures';
import { type Unpaid, unpaidRefusal } from '@innkeeper/model/money/unpaid';
import type { MutatingCx } from '../context.ts';

/**
 * Returns how long an unpaid order that reserves `more` may wait, in milliseconds. Throws `unpaid_limit`.
 *
 * The check is exact if the caller has locked the balance (`lockBalance`). Other orders of the account then wait, and count this one.
 */
export async function limitUnpaid(cx: MutatingCx, accountId: number, more: Unpaid): Promise<number> {
  const { everPaid, ...held } = await unpaidOf(cx.db, accountId);
  const { unpaid, orderDueMs, orderDueNeverPaidMs } = cx.settings;
  const refusal = unpaidRefusal(held, more, everPaid ? unpaid.paid : unpaid.neverPaid);
  if (refusal) throw new Failure('unpaid_limit', { message: refusal });
  return everPaid ? orderDueMs : orderDueNeverPaidMs;
}
