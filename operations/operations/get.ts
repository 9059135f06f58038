import { type LoadedOperation, loadOperation } from '@innkeeper/db/tables/operations';
import type { Cx } from '@innkeeper/domain/context';
import { ownedBy } from '@innkeeper/domain/own';

/** Throws `not_found`, `not_yours`. */
export async function getOperation(cx: Cx, input: { operation: number }): Promise<LoadedOperation> {
  const row = await loadOperation(cx.db, input.operation);
  // Those of no account are not loaded.
  return ownedBy(cx, row as (LoadedOperation & { account_id: number }) | undefined);
}
