import { listCopies } from '@innkeeper/domain/copies/list';

/** Lists the backups of all servers of the caller. */
export const listBackups = listCopies('backup');
