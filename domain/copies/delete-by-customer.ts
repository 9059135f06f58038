import type { Copy, CopyKind } from '@innkeeper/db/schema';
import { copyUse } from '@innkeeper/db/tables/copies';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { deleteCopy } from './delete.ts';

/** After how many seconds a customer shall try again who met a copy that is being made or used. */
const RETRY_AFTER_SECONDS = 60;

/** Makes what deletes a copy of a kind, whose row the caller has locked. It throws `locked` while it is made, restored, or part of an order. */
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
