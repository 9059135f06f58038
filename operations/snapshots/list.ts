import { listCopies } from '@innkeeper/domain/copies/list';

/** Lists the snapshots of all servers of the caller. */
export const listSnapshots = listCopies('snapshot');
