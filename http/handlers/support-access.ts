import { createSupportAccess } from '@innkeeper/operations/support-access/create';
import { deleteSupportAccess } from '@innkeeper/operations/support-access/delete';
import { listSupportAccess } from '@innkeeper/operations/support-access/list';
import { page } from '@innkeeper/present/page';
import { presentSupportAccess } from '@innkeeper/present/support-access';
import type { Handlers } from './define.ts';

export const supportAccess = {
  listSupportAccess: async (cx, { query }, url) =>
    page(
      url,
      query,
      await listSupportAccess(cx, { page: query.page, perPage: query.per_page }),
      presentSupportAccess(cx.clock.now()),
    ),
  createSupportAccess: async (cx, { body }) => presentSupportAccess(cx.clock.now())(await createSupportAccess(cx, body)),
  deleteSupportAccess: async (cx, { supportGrant }) => void (await deleteSupportAccess(cx, { supportGrant })),
} satisfies Handlers;
