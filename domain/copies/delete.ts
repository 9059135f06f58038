/** Deletes a copy. */
import type { Copy } from '@innkeeper/db/schema';
import { updateCopy } from '@innkeeper/db/tables/copies';
import type { MutatingCx } from '../context.ts';
import { startWorkflow } from '../workflows/start.ts';

/** Hides a copy and starts the workflow that deletes its file. The caller has locked `copy`. `action` is recorded in the audit line. */
export async function deleteCopy(cx: MutatingCx, copy: Copy, action: string): Promise<void> {
  await updateCopy(cx.db, copy.id, { status: 'deleting' });
  await startWorkflow(cx, 'copy.delete', copy, {}, { action });
}
