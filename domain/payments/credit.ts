/** Credits by staff. */
import { lockBalance } from '@innkeeper/db/ledger';
import { lockClosing } from '@innkeeper/db/tables/account-closing';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import type { MutatingCx } from '../context.ts';
import { refundableOf } from './refund.ts';

/**
 * Throws `wrong_state` for a credit of a closed account, whose balance nobody can use. Only money that its payments can send back may be
 * credited: the refund of an order has no other way. Locks the account and the balance.
 */
export async function validateCredit(cx: MutatingCx, { accountId, amount }: { accountId: number; amount: Cents }): Promise<void> {
  const { closed_at } = await lockClosing(cx.db, accountId);
  if (!closed_at) return;
  const { balance } = await lockBalance(cx.db, accountId);
  const left = await refundableOf(cx, accountId);
  if (amount <= left - balance) return;
  throw new Failure('wrong_state', {
    message: `Account ${accountId} is closed, so nobody can use its balance. ${wayOf(left, balance)}`,
  });
}

function wayOf(left: Cents, balance: Cents): string {
  if (left === 0n) return 'No payment of it can be sent back.';
  const send = './innkeeper payment refund';
  if (left <= balance) return `Its balance of ${formatDecimal(balance)} covers all that its payments can send back: run ${send}.`;
  return `Credit at most ${formatDecimal(left - balance)}, which its payments can send back, and send it with ${send}.`;
}
