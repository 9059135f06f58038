import { createBackup } from '@innkeeper/operations/backups/create';
import { deleteBackup } from '@innkeeper/operations/backups/delete';
import { listBackups } from '@innkeeper/operations/backups/list';
import { copiesWanted, presentCopies } from '../present/copy.ts';
import { page } from '../reply/page.ts';
import type { Handlers } from './define.ts';

export const backups = {
  listBackups: async (cx, { query }, url) =>
    page(url, query, await listBackups(cx, copiesWanted(query)), presentCopies(cx.settings.timeZone)),
  createBackup: async (cx, { server }) => presentCopies(cx.settings.timeZone)(await createBackup(cx, { server })),
  deleteBackup: async (cx, { backup }) => void (await deleteBackup(cx, { backup })),
} satisfies Handlers;
