import { createSnapshot } from '@innkeeper/operations/snapshots/create';
import { deleteSnapshot } from '@innkeeper/operations/snapshots/delete';
import { listSnapshots } from '@innkeeper/operations/snapshots/list';
import { presentCopies } from '@innkeeper/present/copy';
import { copyPage } from './copy-family.ts';
import type { Handlers } from './define.ts';

export const snapshots = {
  listSnapshots: copyPage(listSnapshots),
  createSnapshot: async (cx, { server, body }) =>
    presentCopies(cx.settings.timeZone)(await createSnapshot(cx, { server, ...body })),
  deleteSnapshot: async (cx, { snapshot }) => void (await deleteSnapshot(cx, { snapshot })),
} satisfies Handlers;
