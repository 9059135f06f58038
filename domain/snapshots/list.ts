import type { Copy } from '@innkeeper/db/schema';
import type { Cx } from '../context.ts';
import { type ListCopies, listCopies } from '../copies/list.ts';

/** The snapshots of all servers of the caller. */
export function listSnapshots(cx: Cx, input: ListCopies): Promise<{ rows: Copy[]; total: number }> {
  return listCopies(cx, 'snapshot', input);
}
