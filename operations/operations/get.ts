import type { LoadedOperation } from '@innkeeper/db/tables/operations';
import type { Cx } from '@innkeeper/domain/context';

/** What is or was done to something of the caller's. */
export async function getOperation(_cx: Cx, input: { operation: LoadedOperation }): Promise<LoadedOperation> {
  return input.operation;
}
