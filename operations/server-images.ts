import { pageOfImages } from '@innkeeper/db/tables/images';
import type { RequestCx } from '@innkeeper/domain/context';
import { presentImage } from '@innkeeper/present/image';
import { page, pageRequest } from '@innkeeper/present/page';
import type { Input, Reply } from './define.ts';

/** Returns a page of the images that servers can be built from, by group, and their total count. */
export async function listServerImages(cx: RequestCx, { query }: Input<'listServerImages'>): Promise<Reply<'listServerImages'>> {
  const { 'filter[type]': type, 'filter[group]': group, 'filter[virtualization]': virtualization } = query;
  const images = await pageOfImages(cx.db, { ...pageRequest(query), type, group, virtualization });
  return page(cx.url, query, images, presentImage);
}
