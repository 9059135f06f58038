/** Posts credits of a bank statement that were matched to a payment. */
import type { BankStatementLine } from '@innkeeper/db/schema';
import type { Cx } from '../context.ts';
import { applyOutcome } from './apply.ts';

/** Returns the receipt id of a transfer that the operator confirmed manually, before or without its statement line. */
export const manualReceiptId = (paymentId: number): string => `by-hand ${paymentId}`;

/**
 * Posts a statement line to its payment. Repeated calls are safe. A line with the amount that the operator confirmed manually is the
 * confirmed transfer, and is not posted again.
 */
export async function postBankTransfer(cx: Cx, line: BankStatementLine & { payment_id: number }): Promise<void> {
  const { id, payment_id: paymentId, amount } = line;
  if (!(await isConfirmed(cx, line)))
    await applyOutcome(cx, paymentId, { state: 'succeeded', receipts: [{ id: `line ${id}`, amount }], card: null });
  await cx.db.updateTable('bank_statement_lines').set({ landed_at: cx.clock.now() }).where('id', '=', id).execute();
}

/** Returns whether this line is the transfer that the operator confirmed manually for its payment. Such a line is not posted again. */
export async function isConfirmed({ db }: Pick<Cx, 'db'>, line: BankStatementLine & { payment_id: number }): Promise<boolean> {
  const byHand = await db
    .selectFrom('payment_receipts')
    .select('amount')
    .where('payment_id', '=', line.payment_id)
    .where('receipt', '=', manualReceiptId(line.payment_id))
    .executeTakeFirst();
  if (byHand?.amount !== line.amount) return false;
  // The first such line is the confirmed money. A second one is another transfer.
  const earlier = await db
    .selectFrom('bank_statement_lines')
    .select('id')
    .where('payment_id', '=', line.payment_id)
    .where('amount', '=', line.amount)
    .where('id', '<', line.id)
    .executeTakeFirst();
  return earlier === undefined;
}
