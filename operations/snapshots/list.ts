import type { Copy } from '@innkeeper/db/schema';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { type ListCopies, listCopies } from '@innkeeper/domain/copies/list';

/** The snapshots of all servers of the caller. */
export function listSnapshots(cx: Cx<Customer>, input: ListCopies): Promise<{ rows: Copy[]; total: number }> {
  return listCopies(cx, 'snapshot', input);
}
