import type { Catalogue } from '@innkeeper/model/catalogue/sections';
import type { OperatorCx } from '../context.ts';
import { readCatalogue } from './read.ts';

/** All that is on sale, as the file has it. */
export function exportCatalogue(cx: OperatorCx): Promise<Catalogue> {
  return readCatalogue(cx.db);
}
