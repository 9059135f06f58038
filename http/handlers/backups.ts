import { createBackup } from '@innkeeper/operations/backups/create';
import { deleteBackup } from '@innkeeper/operations/backups/delete';
import { listBackups } from '@innkeeper/operations/backups/list';
import { presentCopies } from '@innkeeper/present/copy';
import { copyPage } from './copy-family.ts';
import type { Handlers } from './define.ts';

export const backups = {
  listBackups: copyPage(listBackups),
  createBackup: async (cx, { server }) => presentCopies(cx.settings.timeZone)(await createBackup(cx, { server })),
  deleteBackup: async (cx, { backup }) => void (await deleteBackup(cx, { backup })),
} satisfies Handlers;
