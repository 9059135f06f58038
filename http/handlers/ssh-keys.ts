import { addSshKey } from '@innkeeper/operations/ssh-keys/add';
import { deleteSshKey } from '@innkeeper/operations/ssh-keys/delete';
import { getSshKey } from '@innkeeper/operations/ssh-keys/get';
import { listSshKeys } from '@innkeeper/operations/ssh-keys/list';
import { updateSshKey } from '@innkeeper/operations/ssh-keys/update';
import { page } from '@innkeeper/present/page';
import { presentSshKey } from '@innkeeper/present/ssh-key';
import type { Handlers } from './define.ts';

export const sshKeys = {
  getSshKey: async (cx, { sshKey }) => presentSshKey(await getSshKey(cx, { sshKey })),
  listSshKeys: async (cx, { query }, url) =>
    page(url, query, await listSshKeys(cx, { page: query.page, perPage: query.per_page }), presentSshKey),
  addSshKey: async (cx, { body }) => presentSshKey(await addSshKey(cx, body)),
  updateSshKey: async (cx, { sshKey, body }) => presentSshKey(await updateSshKey(cx, { sshKey, ...body })),
  deleteSshKey: async (cx, { sshKey }) => void (await deleteSshKey(cx, { sshKey })),
} satisfies Handlers;
