/** Unpaid orders reserve servers and addresses, so there is a limit to them. */
import { balanceOf } from '@innkeeper/db/ledger';
import { unpaidOf } from '@innkeeper/db/tables/orders';
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money';
import { together, type Unpaid, unpaidRefusal } from '@innkeeper/model/unpaid';
import type { Customer } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';

const NOTHING: Unpaid = { servers: 0, addresses: 0, amount: 0n };

/**
 * Refuses early what would be refused in the end, before anything is locked or reserved, so that a flood of orders slows nobody
 * down. Two orders at once may both pass; `limitUnpaid` decides. Throws `unpaid_limit`.
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
 * How long an unpaid order may wait, in milliseconds. Exact when the caller has locked the balance (`coversFromBalance`) and
 * inserted the order: concurrent orders then wait and count it. `more`: what is not in the database yet. Throws `unpaid_limit`.
 */
export async function limitUnpaid(cx: MutatingCx<Customer>, more = NOTHING): Promise<number> {
  const { everPaid, ...held } = await unpaidOf(cx.db, cx.actor.accountId);
  const { unpaid, orderDueMs, orderDueNeverPaidMs } = cx.settings;
  const refusal = unpaidRefusal(together(held, more), everPaid ? unpaid.paid : unpaid.neverPaid);
  if (refusal) throw new Failure('unpaid_limit', { message: refusal });
  return everPaid ? orderDueMs : Math.min(orderDueMs, orderDueNeverPaidMs);
}
