import { createSnapshot } from '@innkeeper/operations/snapshots/create';
import { deleteSnapshot } from '@innkeeper/operations/snapshots/delete';
import { listSnapshots } from '@innkeeper/operations/snapshots/list';
import { copiesWanted, presentCopies } from '../present/copy.ts';
import { page } from '../reply/page.ts';
import type { Handlers } from './define.ts';

export const snapshots = {
  listSnapshots: async (cx, { query }, url) =>
    page(url, query, await listSnapshots(cx, copiesWanted(query)), presentCopies(cx.settings.timeZone)),
  createSnapshot: async (cx, { server, body }) =>
    presentCopies(cx.settings.timeZone)(await createSnapshot(cx, { server, name: body.name })),
  deleteSnapshot: async (cx, { snapshot }) => void (await deleteSnapshot(cx, { snapshot })),
} satisfies Handlers;
