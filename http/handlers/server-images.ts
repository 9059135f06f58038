import { listServerImages } from '@innkeeper/operations/server-images/list';
import { presentImage } from '../present/image.ts';
import { page } from '../reply/page.ts';
import type { Handlers } from './define.ts';

export const serverImages = {
  listServerImages: async (cx, { query }, url) => {
    const { 'filter[type]': type, 'filter[group]': group, 'filter[virtualization]': virtualization } = query;
    const filter = { page: query.page, perPage: query.per_page, type, group, virtualization };
    return page(url, query, await listServerImages(cx, filter), presentImage);
  },
} satisfies Handlers;
