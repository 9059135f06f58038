/** What the pipeline hands to a use case, for tests that call one without a request. */
import { OPERATIONS, type OperationName, type Operations } from '@innkeeper/contract/operations';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { type RowsOf, rowsFor } from '@innkeeper/http/handlers/rows';

/** The rows that the operation's path names, loaded and guarded as the contract declares. Throws what the pipeline refuses. */
export function rowsOf<K extends OperationName>(cx: MutatingRequestCx, name: K, id: number): Promise<RowsOf<Operations[K]>> {
  return rowsFor<Operations[K]>(cx, OPERATIONS[name], { id, server: id });
}
