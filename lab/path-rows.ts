/** The rows that the request pipeline passes to a use case, for tests that call a use case directly. */
import { OPERATIONS, type OperationName, type Operations } from '@innkeeper/contract/operations';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { type RowsOf, rowsFor } from '@innkeeper/http/handlers/rows';

/** Loads, locks and guards the rows that the operation's path names, as the contract declares. Throws the pipeline's refusals. */
export function rowsOf<K extends OperationName>(cx: MutatingRequestCx, name: K, id: number): Promise<RowsOf<Operations[K]>> {
  return rowsFor<Operations[K]>(cx, OPERATIONS[name], { id, server: id });
}
