import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { copyQuery } from '../query.ts';
import { Snapshot } from '../schemas/backup.ts';
import { CreateSnapshot } from '../schemas/server-requests.ts';
import { byId } from './paths.ts';

export const snapshots = {
  listSnapshots: operation({
    method: 'GET',
    path: '/snapshots',
    group: 'Snapshots',
    title: 'List snapshots',
    summary:
      'The snapshots of all servers of the account that are whole. As a rule they are kept for 30 days after their server has ended.',
    origin: 'known',
    ability: 'read',
    query: z.strictObject(copyQuery),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Snapshot), paginated: true },
    failures: [],
  }),
  deleteSnapshot: operation({
    method: 'DELETE',
    path: '/snapshots/{id}',
    group: 'Snapshots',
    title: 'Delete snapshot',
    summary: 'Deletes a snapshot for good.',
    origin: 'known',
    ability: 'write',
    ...byId('snapshot'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['locked'],
  }),
  createSnapshot: operation({
    method: 'POST',
    path: '/servers/{id}/snapshots',
    group: 'Snapshots',
    title: 'Create snapshot',
    summary: 'Takes a snapshot of a server, which goes on running. It is listed once it is whole and was read back.',
    origin: 'ours',
    ability: 'write',
    ...byId('server'),
    locks: 'id',
    requires: { server: 'built' },
    bodyKind: 'json',
    body: CreateSnapshot,
    reply: { status: 201, schema: Snapshot },
    failures: ['wrong_state', 'no_capacity', 'not_supported'],
  }),
};
