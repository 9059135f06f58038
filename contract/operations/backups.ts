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
      'Makes a backup of a server now, which goes on running and needs the backups addon. It is listed once it is whole and was read back.',
    bodyKind: 'none',
  }),
};
