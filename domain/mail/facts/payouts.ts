import { returnOfRefund } from '@innkeeper/db/tables/balance-since';
import { refundSentAgain, refundsOfPayments } from '@innkeeper/db/tables/mailed-facts';
import type { MailDue } from '@innkeeper/db/tables/mails-due';
import { isOfOrderRefund, isOrderRefundUntold } from '@innkeeper/db/tables/order-refunds';
import { hours, seconds } from '@innkeeper/model/time/clock';
import type { MutatingCx } from '../../context.ts';
import { amountOf, balanceAfter, type Composer, pageOf } from '../composer.ts';
import { addMailsDue } from '../due.ts';
import { queueMail } from '../queue.ts';
import { wayOfPayment } from '../ways.ts';

/** Time in milliseconds that a mail waits for an earlier one, and time between its looks. */
const MAX_WAIT_MS = hours(1);
const ASK_AGAIN_MS = seconds(10);

/**
 * Tells of money that was sent back to its payer. The mail of a refunded order has told it already. Waits for the mail about an order whose
 * refund brought the money to the balance.
 */
export const composePayoutSent: Composer = async (cx, fact) => {
  const { account_id: accountId } = fact;
  const untold: number[] = [];
  for (const id of fact.ids) if (!(await isOfOrderRefund(cx.db, id))) untold.push(id);
  if (untold.length === 0) return;
  if (await mustWait(cx, { ...fact, ids: untold })) return askAgain(cx, 'payout-sent', { ...fact, ids: untold });
  for (const { id, amount, payment_id, method, iban } of await refundsOfPayments(cx.db, untold)) {
    const to = await wayOfPayment(cx, { id: payment_id, method }, iban);
    const data = { amount: amountOf(cx, amount), to, page: pageOf(cx, '/balance') };
    await queueMail(cx, { accountId, template: 'payout-sent', data, dedupeKey: `payout-sent:${id}` });
  }
};

/**
 * Tells of money that could not be sent back, and is balance again. Waits for the mail about the refund of the order, which must come first,
 * but not for an invoice that nobody issues. Names a newer refund that sends the money again, so that nobody asks support for it.
 */
export const composePayoutReturned: Composer = async (cx, fact) => {
  const { account_id: accountId, ids } = fact;
  if (await mustWait(cx, fact)) return askAgain(cx, 'payout-returned', fact);
  for (const { id, amount, payment_id, method, iban, reason } of await refundsOfPayments(cx.db, ids)) {
    const to = await wayOfPayment(cx, { id: payment_id, method }, iban);
    const balance = await balanceAfter(cx, { accountId, entryId: await returnOfRefund(cx.db, id) });
    const newer = await refundSentAgain(cx.db, id);
    const again = newer
      ? { amount: amountOf(cx, newer.amount), to: await wayOfPayment(cx, { id: payment_id, method }, newer.iban) }
      : null;
    const data = { amount: amountOf(cx, amount), to, balance, reason, again, page: pageOf(cx, '/balance') };
    await queueMail(cx, { accountId, template: 'payout-returned', data, dedupeKey: `payout-returned:${id}` });
  }
};

/** Returns whether an earlier mail about a refunded order is still to be written, and is waited for. */
async function mustWait(cx: MutatingCx, { ids, created_at }: MailDue): Promise<boolean> {
  const isPatient = cx.clock.now().getTime() - created_at.getTime() < MAX_WAIT_MS;
  return isPatient && isOrderRefundUntold(cx.db, ids);
}

const askAgain = (
  cx: MutatingCx,
  kind: 'payout-sent' | 'payout-returned',
  { account_id: accountId, ids, created_at: at }: MailDue,
) => addMailsDue(cx, { kind, accountId, ids, at, delayMs: ASK_AGAIN_MS });
