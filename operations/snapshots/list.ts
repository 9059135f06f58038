import { listCopies } from '@innkeeper/domain/copies/list';

/** The snapshots of all servers of the caller. */
export const listSnapshots = listCopies('snapshot');
