/** What is ordered without the money for it holds servers and addresses for nothing, so there is a limit to it. */
import { balanceOf } from '@innkeeper/db/ledger';
import { unpaidOf } from '@innkeeper/db/tables/orders';
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money';
import { together, type Unpaid, unpaidRefusal } from '@innkeeper/model/unpaid';
import type { Customer } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';

const NOTHING: Unpaid = { servers: 0, addresses: 0, amount: 0n };

/**
 * Refuses what would surely be refused in the end, before anything is held for it: a flood of orders waits for nobody and nobody
 * for it. Two at once may both pass; `limitUnpaid` decides. Throws `unpaid_limit`.
 */
export async function refuseUnpaid(cx: MutatingCx<Customer>, wanted: Unpaid, autoPay = true): Promise<void> {
  if (autoPay && (await isCovered(cx, wanted.amount))) return;
  await limitUnpaid(cx, wanted);
}

/** Whether the balance would pay for it now; `coversFromBalance` says so for certain. */
export async function isCovered(cx: Cx<Customer>, gross: Cents): Promise<boolean> {
  const { balance, creditLimit } = await balanceOf(cx.db, cx.actor.accountId);
  return balance + creditLimit >= gross;
}

/**
 * The term of an order that waits, in milliseconds. It is exact when the caller holds the account's balance (`coversFromBalance`)
 * and has made the order: whoever else orders waits, and counts it. `more`: what is not in the database yet. Throws `unpaid_limit`.
 */
export async function limitUnpaid(cx: MutatingCx<Customer>, more = NOTHING): Promise<number> {
  const { everPaid, ...held } = await unpaidOf(cx.db, cx.actor.accountId);
  const { unpaid, orderDueMs, orderDueNeverPaidMs } = cx.settings;
  const refusal = unpaidRefusal(together(held, more), everPaid ? unpaid.paid : unpaid.neverPaid);
  if (refusal) throw new Failure('unpaid_limit', { message: refusal });
  return everPaid ? orderDueMs : Math.min(orderDueMs, orderDueNeverPaidMs);
}
