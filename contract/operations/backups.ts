import { operation } from '../define.ts';
import { Backup } from '../schemas/backup.ts';
import { copyFamily } from './copy-family.ts';

const copies = copyFamily('backup', Backup);

export const backups = {
  listBackups: copies.list('source'),
  // The source document gives the method; the path is known from clients.
  deleteBackup: copies.delete('source'),
  createBackup: operation({
    ...copies.creation,
    summary:
      'Creates a backup of a server now. The server keeps running, and needs the backups addon. The backup is listed when it is complete and verified.',
    bodyKind: 'none',
  }),
};
