import type { Catalogue } from '@innkeeper/model/catalogue/sections';
import type { OperatorCx } from '../context.ts';
import { readCatalogue } from './read.ts';

/** Returns everything that is on sale, in the form of the file. */
export function exportCatalogue(cx: OperatorCx): Promise<Catalogue> {
  return readCatalogue(cx.db);
}
