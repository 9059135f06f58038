import type { Copy } from '@innkeeper/db/schema';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requestDeletion } from '@innkeeper/domain/copies/request-deletion';

/** Deletes a backup for good. Throws `locked` while it is made or used. */
export async function deleteBackup(cx: MutatingCx, input: { backup: Copy }): Promise<void> {
  await requestDeletion(cx, input.backup);
}
