import type { LoadedOperation } from '@innkeeper/db/tables/operations';
import type { Cx } from '@innkeeper/domain/context';

/** Returns an operation on a resource of the caller. */
export async function getOperation(_cx: Cx, input: { operation: LoadedOperation }): Promise<LoadedOperation> {
  return input.operation;
}
