/** The end of a copy, whoever wants it. */
import type { Copy } from '@innkeeper/db/schema';
import { updateCopy } from '@innkeeper/db/tables/copies';
import type { MutatingCx } from '../context.ts';
import { start } from '../workflows/start.ts';

/**
 * From here on nobody finds it; a workflow removes its file. `copy` is locked by the caller. `action`: what the audit line says
 * was done.
 */
export async function deleteCopy(cx: MutatingCx, copy: Copy, action: string): Promise<void> {
  await updateCopy(cx.db, copy.id, { status: 'deleting' });
  await start(cx, 'copy.delete', copy, {}, { action });
}
