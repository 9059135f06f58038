import { forEachDue } from '@innkeeper/db/tables/due';
import { transact } from '@innkeeper/domain/context';
import { pendingWithVerdict, settlePendingTax } from '@innkeeper/domain/tax/settle-pending';
import type { JobContext } from './job.ts';

/** Maximum number of orders read at a time. */
const BATCH = 100;

/** Settles orders whose VAT number is now checked, each in its own transaction. Returns how many. */
export function settlePendingTaxes(cx: JobContext): Promise<number> {
  return forEachDue(cx, {
    name: 'settle-pending-tax',
    kind: 'order',
    find: (except) => pendingWithVerdict(cx.db, except, BATCH),
    act: ({ id }) => transact(cx, (one) => settlePendingTax(one, id)),
  });
}
