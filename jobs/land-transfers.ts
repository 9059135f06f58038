/** Credits of bank statements that were matched with payments become their money, one after the other. */
import { forEachDue } from '@innkeeper/db/tables/due';
import { landTransfer } from '@innkeeper/domain/payments/land-transfer';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Read at a time. */
const BATCH = 200;

/** Returns how many landed. */
export function landTransfers(cx: JobContext): Promise<number> {
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
      await landTransfer(cx, { ...line, payment_id: line.payment_id });
      return true;
    },
  });
}
