/** The transaction that a request's change commits. */
import { inTransaction } from '@innkeeper/db/transaction';
import type { Cx, MutatingCx } from '../context.ts';

/** Runs `change` in one transaction, again when only a race was lost; a throw leaves nothing behind. */
export function changing<T>(db: Cx['db'], change: (trx: MutatingCx['db']) => Promise<T>): Promise<T> {
  return inTransaction(db, change);
}
