import { addIso } from '@innkeeper/operations/isos/add';
import { deleteIso } from '@innkeeper/operations/isos/delete';
import { getIso } from '@innkeeper/operations/isos/get';
import { listIsos } from '@innkeeper/operations/isos/list';
import { presentIso } from '../present/iso.ts';
import { page } from '../reply/page.ts';
import type { Handlers } from './define.ts';

export const isos = {
  getIso: async (cx, { params }) => presentIso(await getIso(cx, { iso: params.id })),
  deleteIso: async (cx, { params }) => void (await deleteIso(cx, { iso: params.id })),
  listIsos: async (cx, { query }, url) =>
    page(url, query, await listIsos(cx, { page: query.page, perPage: query.per_page }), presentIso),
  addIso: async (cx, { body }) => presentIso(await addIso(cx, body)),
} satisfies Handlers;
