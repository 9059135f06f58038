import { getOperation } from '@innkeeper/operations/operations/get';
import { listOperations, listServerOperations } from '@innkeeper/operations/operations/list';
import { presentOperation } from '@innkeeper/present/operation';
import { page } from '@innkeeper/present/page';
import type { Handlers } from './define.ts';

export const operations = {
  listServerOperations: async (cx, { server, query }, url) => {
    const found = await listServerOperations(cx, { server, page: query.page, perPage: query.per_page });
    return page(url, query, found, (row) => presentOperation(row, cx));
  },
  listOperations: async (cx, { query }, url) => {
    const found = await listOperations(cx, { page: query.page, perPage: query.per_page });
    return page(url, query, found, (row) => presentOperation(row, cx));
  },
  getOperation: async (cx, { operation }) => presentOperation(await getOperation(cx, { operation }), cx),
} satisfies Handlers;
