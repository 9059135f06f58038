/** Unpaid orders reserve servers and addresses, so there is a limit to them. */
import { balanceOf, covers } from '@innkeeper/db/ledger';
import { unpaidOf } from '@innkeeper/db/tables/orders';
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money';
import { together, type Unpaid, unpaidRefusal } from '@innkeeper/model/unpaid';
import type { Cx, MutatingCx } from '../context.ts';

/** Whether an order would be refused now. Nothing is held, so another one may be faster. Throws `unpaid_limit`. */
export async function refuseUnpaid(cx: MutatingCx, accountId: number, wanted: Unpaid, autoPay = true): Promise<void> {
  if (autoPay && (await isCovered(cx, accountId, wanted.amount))) return;
  await limitUnpaid(cx, accountId, wanted);
}

/** Whether the balance would pay for it now; who holds it knows for certain. */
export async function isCovered(cx: Cx, accountId: number, gross: Cents): Promise<boolean> {
  return covers(await balanceOf(cx.db, accountId), gross);
}

/**
 * How long an unpaid order that reserves `more` may wait, in milliseconds. Exact when the caller holds the balance (`holdBalance`):
 * other orders of the account then wait, and count this one. Throws `unpaid_limit`.
 */
export async function limitUnpaid(cx: MutatingCx, accountId: number, more: Unpaid): Promise<number> {
  const { everPaid, ...held } = await unpaidOf(cx.db, accountId);
  const { unpaid, orderDueMs, orderDueNeverPaidMs } = cx.settings;
  const refusal = unpaidRefusal(together(held, more), everPaid ? unpaid.paid : unpaid.neverPaid);
  if (refusal) throw new Failure('unpaid_limit', { message: refusal });
  return everPaid ? orderDueMs : Math.min(orderDueMs, orderDueNeverPaidMs);
}
