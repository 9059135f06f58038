import { listServerImages } from '@innkeeper/operations/server-images/list';
import { presentImage } from '@innkeeper/present/image';
import { page } from '@innkeeper/present/page';
import type { Handlers } from './define.ts';

export const serverImages = {
  listServerImages: async (cx, { query }, url) => {
    const { 'filter[type]': type, 'filter[group]': group, 'filter[virtualization]': virtualization } = query;
    const filter = { page: query.page, perPage: query.per_page, type, group, virtualization };
    return page(url, query, await listServerImages(cx, filter), presentImage);
  },
} satisfies Handlers;
