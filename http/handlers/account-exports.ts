import { createAccountExport } from '@innkeeper/operations/account-exports/create';
import { downloadAccountExport } from '@innkeeper/operations/account-exports/download';
import { getAccountExport } from '@innkeeper/operations/account-exports/get';
import { listAccountExports } from '@innkeeper/operations/account-exports/list';
import { presentAccountExport } from '@innkeeper/present/account-export';
import { page } from '@innkeeper/present/page';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Handlers } from './define.ts';

export const accountExports = {
  listAccountExports: async (cx, { query }, url) =>
    page(url, query, await listAccountExports(cx, { page: query.page, perPage: query.per_page }), presentAccountExport),
  createAccountExport: async (cx) => presentAccountExport(await createAccountExport(cx)),
  getAccountExport: async (cx, { accountExport }) => presentAccountExport(await getAccountExport(cx, { accountExport })),
  downloadAccountExport: async (cx, { accountExport }, _url, { accountExports: files }) => {
    const { content, bytes, name } = await downloadAccountExport(cx, { accountExport, files });
    return new WithHeaders(content, { 'Content-Length': String(bytes), 'Content-Disposition': `attachment; filename="${name}"` });
  },
} satisfies Handlers;
