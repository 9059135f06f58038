import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { imagesQuery } from './view.ts';

/** Lists images in the order of the catalogue. */
export function listImages(cx: OperatorCx, input: OperatorInput<'listImages'>): Promise<OperatorResult<'listImages'>> {
  return listPage(imagesQuery(cx.db).orderBy('i.position').orderBy('i.id'), input, (image) => image);
}
