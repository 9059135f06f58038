import type { MutatingCx } from '@innkeeper/domain/context';
import { deleteOwnCopy } from '@innkeeper/domain/copies/request-deletion';

/** Deletes a snapshot for good. Throws `not_found`, `not_yours`, `locked`. */
export async function deleteSnapshot(cx: MutatingCx, input: { snapshot: number }): Promise<void> {
  await deleteOwnCopy(cx, 'snapshot', input.snapshot);
}
