import { operation } from '../define.ts';
import { Snapshot } from '../schemas/backup.ts';
import { CreateSnapshot } from '../schemas/server-requests.ts';
import { copyFamily } from './copy-family.ts';

const copies = copyFamily('snapshot', Snapshot);

export const snapshots = {
  listSnapshots: copies.list('known'),
  deleteSnapshot: copies.delete('known'),
  createSnapshot: operation({
    ...copies.creation,
    summary: 'Creates a snapshot of a server, which keeps running. The snapshot is listed when it is complete and verified.',
    bodyKind: 'json',
    body: CreateSnapshot,
  }),
};
