/** A credit of a bank statement that was found to be for a payment becomes its money. */
import type { BankStatementLine } from '@innkeeper/db/schema';
import type { Cx } from '../context.ts';
import { applyOutcome } from './apply.ts';

/** Of money that the operator said has come, before or without its line. */
export const byHandReceipt = (paymentId: number): string => `by-hand ${paymentId}`;

/** Again is fine. What the operator has confirmed by hand, with this amount, is that money and not more of it. */
export async function landTransfer(cx: Cx, line: BankStatementLine & { payment_id: number }): Promise<void> {
  const { id, payment_id: paymentId, amount } = line;
  if (!(await isConfirmed(cx, line)))
    await applyOutcome(cx, paymentId, { state: 'succeeded', receipts: [{ id: `line ${id}`, amount }], card: null });
  await cx.db.updateTable('bank_statement_lines').set({ landed_at: cx.clock.now() }).where('id', '=', id).execute();
}

/** Returns whether this credit is the money that the operator has confirmed by hand for its payment, so that it is not posted again. */
export async function isConfirmed({ db }: Pick<Cx, 'db'>, line: BankStatementLine & { payment_id: number }): Promise<boolean> {
  const byHand = await db
    .selectFrom('payment_receipts')
    .select('amount')
    .where('payment_id', '=', line.payment_id)
    .where('receipt', '=', byHandReceipt(line.payment_id))
    .executeTakeFirst();
  if (byHand?.amount !== line.amount) return false;
  // The first such line is what was confirmed; a second one is money that came again.
  const earlier = await db
    .selectFrom('bank_statement_lines')
    .select('id')
    .where('payment_id', '=', line.payment_id)
    .where('amount', '=', line.amount)
    .where('id', '<', line.id)
    .executeTakeFirst();
  return earlier === undefined;
}
