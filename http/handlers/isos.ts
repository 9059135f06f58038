import { addIso } from '@innkeeper/operations/isos/add';
import { deleteIso } from '@innkeeper/operations/isos/delete';
import { getIso } from '@innkeeper/operations/isos/get';
import { listIsos } from '@innkeeper/operations/isos/list';
import { presentIso } from '@innkeeper/present/iso';
import { page } from '@innkeeper/present/page';
import type { Handlers } from './define.ts';

export const isos = {
  getIso: async (cx, { iso }) => presentIso(await getIso(cx, { iso })),
  deleteIso: async (cx, { iso }) => void (await deleteIso(cx, { iso })),
  listIsos: async (cx, { query }, url) =>
    page(url, query, await listIsos(cx, { page: query.page, perPage: query.per_page }), presentIso),
  addIso: async (cx, { body }) => presentIso(await addIso(cx, body)),
} satisfies Handlers;
