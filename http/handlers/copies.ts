import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import { createBackup } from '@innkeeper/domain/backups/create';
import { deleteBackup } from '@innkeeper/domain/backups/delete';
import { listBackups } from '@innkeeper/domain/backups/list';
import type { ListCopies } from '@innkeeper/domain/copies/list';
import { createSnapshot } from '@innkeeper/domain/snapshots/create';
import { deleteSnapshot } from '@innkeeper/domain/snapshots/delete';
import { listSnapshots } from '@innkeeper/domain/snapshots/list';
import { page } from '../page.ts';
import { presentCopies } from '../present/copy.ts';
import type { Handlers } from './define.ts';

/** Snapshots and backups. */
export const copies = {
  listSnapshots: async (cx, { query }, url) =>
    page(url, query, await listSnapshots(cx, listInput(query)), presentCopies(cx.settings.timeZone)),
  listBackups: async (cx, { query }, url) =>
    page(url, query, await listBackups(cx, listInput(query)), presentCopies(cx.settings.timeZone)),
  createSnapshot: async (cx, { params, body }) =>
    presentCopies(cx.settings.timeZone)(await createSnapshot(cx, { server: params.id, name: body.name })),
  createBackup: async (cx, { params }) => presentCopies(cx.settings.timeZone)(await createBackup(cx, { server: params.id })),
  deleteSnapshot: async (cx, { params }) => void (await deleteSnapshot(cx, { snapshot: params.id })),
  deleteBackup: async (cx, { params }) => void (await deleteBackup(cx, { backup: params.id })),
} satisfies Handlers;

function listInput(query: InputOf<Operations['listBackups']>['query']): ListCopies {
  return {
    page: query.page,
    perPage: query.per_page,
    day: query['filter[date]'],
    serverId: query['filter[server_id]'],
    size: query['filter[size]'],
    sort: query.sort && (query.sort === 'date' ? 'oldest first' : 'newest first'),
  };
}
