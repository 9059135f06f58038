import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { copyQuery } from '../query.ts';
import { Backup } from '../schemas/backup.ts';
import { byId } from './paths.ts';

export const backups = {
  listBackups: operation({
    method: 'GET',
    path: '/backups',
    group: 'Backups',
    title: 'List backups',
    summary:
      'The backups of all servers of the account that are whole. As a rule they are kept for 30 days after their server has ended.',
    origin: 'source',
    ability: 'read',
    query: z.strictObject(copyQuery),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Backup), paginated: true },
    failures: [],
  }),
  deleteBackup: operation({
    method: 'DELETE',
    path: '/backups/{id}',
    group: 'Backups',
    title: 'Delete backup',
    summary: 'Deletes a backup for good.',
    // The source document gives the method; the path is known from clients.
    origin: 'source',
    ability: 'write',
    ...byId('backup'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['locked'],
  }),
  createBackup: operation({
    method: 'POST',
    path: '/servers/{id}/backups',
    group: 'Backups',
    title: 'Create backup',
    summary:
      'Makes a backup of a server now, which goes on running and needs the backups addon. It is listed once it is whole and was read back.',
    origin: 'ours',
    ability: 'write',
    ...byId('server'),
    locks: 'id',
    requires: { server: 'built' },
    bodyKind: 'none',
    reply: { status: 201, schema: Backup },
    failures: ['wrong_state', 'no_capacity', 'not_supported'],
  }),
};
