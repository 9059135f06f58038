import type { Copy, CopyKind } from '@innkeeper/db/schema';
import { copyUse } from '@innkeeper/db/tables/copies';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { deleteCopy } from './delete.ts';

/** Seconds after which a customer should retry if the copy is in use. */
const RETRY_AFTER_SECONDS = 60;

/**
 * Returns the function that deletes a copy of a kind at a customer's request. The caller has locked the row. The function throws `locked`
 * while the copy is created, restored, or part of an order.
 */
export function deleteByCustomer<K extends CopyKind>(
  kind: K,
  operation: string,
): (cx: MutatingCx, input: Readonly<Record<K, Copy>>) => Promise<void> {
  return async (cx, { [kind]: copy }) => {
    if (copy.status === 'creating')
      throw new Failure('locked', { lockReason: kind, lockedAt: copy.created_at, retryAfter: RETRY_AFTER_SECONDS });
    if (copy.status !== 'ready') throw new Failure('not_found');
    const use = await copyUse(cx.db, copy.id);
    if (use) throw new Failure('locked', { lockReason: use.reason, lockedAt: use.since, retryAfter: RETRY_AFTER_SECONDS });
    await deleteCopy(cx, copy, operation);
  };
}
