import type { MutatingCx } from '@innkeeper/domain/context';
import { deleteOwnCopy } from '@innkeeper/domain/copies/request-deletion';

/** Deletes a backup for good. Throws `not_found`, `not_yours`, `locked`. */
export async function deleteBackup(cx: MutatingCx, input: { backup: number }): Promise<void> {
  await deleteOwnCopy(cx, 'backup', input.backup);
}
