/** Posts bank statement lines that were matched with a payment. Each line has its own transaction. */
import { forEachDue } from '@innkeeper/db/tables/due';
import { postBankTransfer } from '@innkeeper/domain/receipts/post-bank-transfer';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Maximum number of lines read at a time. */
const BATCH = 200;

/** Posts matched lines that are not posted yet. Returns how many. */
export function postBankTransfers(cx: JobContext): Promise<number> {
  const due = () =>
    cx.db.selectFrom('bank_statement_lines').selectAll().where('payment_id', 'is not', null).where('landed_at', 'is', null);
  return forEachDue(cx, {
    name: 'land-transfers',
    kind: 'bank_statement_line',
    find: (except) =>
      due()
        .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
        .orderBy('id')
        .limit(BATCH)
        .execute(),
    async act({ id }) {
      const line = await due().where('id', '=', id).executeTakeFirst();
      if (!line || line.payment_id === null) return false;
      await postBankTransfer(cx, { ...line, payment_id: line.payment_id });
      return true;
    },
  });
}
