import type { Copy } from '@innkeeper/db/schema';
import { copyUse } from '@innkeeper/db/tables/copies';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { deleteCopy } from './delete.ts';

/** After how many seconds a customer shall try again who met a copy that is being made or used. */
const RETRY_AFTER_SECONDS = 60;

/** `copy` is locked by the caller. Throws `locked` while it is made, restored, or part of an order. */
export async function requestDeletion(cx: MutatingCx, copy: Copy): Promise<void> {
  const { id, kind } = copy;
  if (copy.status === 'creating')
    throw new Failure('locked', { lockReason: kind, lockedAt: copy.created_at, retryAfter: RETRY_AFTER_SECONDS });
  if (copy.status !== 'ready') throw new Failure('not_found');
  const use = await copyUse(cx.db, id);
  if (use) throw new Failure('locked', { lockReason: use.reason, lockedAt: use.since, retryAfter: RETRY_AFTER_SECONDS });
  await deleteCopy(cx, copy, kind === 'snapshot' ? 'deleteSnapshot' : 'deleteBackup');
}
