import { record } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { deleteOwnCopy } from '@innkeeper/domain/copies/request-deletion';

/** Deletes a snapshot for good. Throws `not_found`, `not_yours`, `locked`. */
export async function deleteSnapshot(cx: MutatingCx, input: { snapshot: number }): Promise<void> {
  const workflow = await deleteOwnCopy(cx, 'snapshot', input.snapshot);
  await record(cx, 'deleteSnapshot', { kind: 'snapshot', id: input.snapshot }, { workflow });
}
