import { listCopies } from '@innkeeper/domain/copies/list';

/** The backups of all servers of the caller. */
export const listBackups = listCopies('backup');
