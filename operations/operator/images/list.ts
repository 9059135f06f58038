import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { listPage } from '../page.ts';
import { imagesQuery } from './view.ts';

/** Lists images in the order of the catalogue. */
export function listImages(cx: OperatorCx, input: OperatorInput<'listImages'>): Promise<OperatorResult<'listImages'>> {
  return listPage(imagesQuery(cx.db).orderBy('i.position').orderBy('i.id'), input, (image) => image);
}
