import { addIso } from '@innkeeper/domain/isos/add';
import { deleteIso } from '@innkeeper/domain/isos/delete';
import { getIso } from '@innkeeper/domain/isos/get';
import { listIsos } from '@innkeeper/domain/isos/list';
import { modifyServerIsos } from '@innkeeper/domain/servers/modify-isos';
import { page } from '../page.ts';
import { presentIso } from '../present/iso.ts';
import { presentServer } from '../present/server.ts';
import type { Handlers } from './define.ts';

export const isos = {
  getIso: async (cx, { params }) => presentIso(await getIso(cx, { iso: params.id })),
  deleteIso: async (cx, { params }) => void (await deleteIso(cx, { iso: params.id })),
  listIsos: async (cx, { query }, url) =>
    page(url, query, await listIsos(cx, { page: query.page, perPage: query.per_page }), presentIso),
  addIso: async (cx, { body }) => presentIso(await addIso(cx, body)),
  modifyServerIsos: async (cx, { params, body }) => {
    const { primary_iso_id: primary, secondary_iso_id: secondary, boot_from: bootFrom } = body;
    return presentServer(await modifyServerIsos(cx, { server: params.id, primary, secondary, bootFrom }), cx.caller.taxRate);
  },
} satisfies Handlers;
