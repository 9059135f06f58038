import type { Copy } from '@innkeeper/db/schema';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requestDeletion } from '@innkeeper/domain/copies/request-deletion';

/** Deletes a snapshot for good. Throws `locked` while it is made or used. */
export async function deleteSnapshot(cx: MutatingCx, input: { snapshot: Copy }): Promise<void> {
  await requestDeletion(cx, input.snapshot);
}
