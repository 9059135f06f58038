import type { MutatingCx } from '../context.ts';
import { deleteOwnCopy } from '../copies/delete.ts';
import { record } from '../record.ts';

/** Deletes a backup for good. Throws `not_found`, `not_yours`, `locked`. */
export async function deleteBackup(cx: MutatingCx, input: { backup: number }): Promise<void> {
  const workflow = await deleteOwnCopy(cx, 'backup', input.backup);
  await record(cx, 'deleteBackup', { kind: 'backup', id: input.backup }, { workflow });
}
