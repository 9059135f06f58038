import type { Catalogue } from '@innkeeper/model/catalogue/sections';
import type { OperatorCx } from '../context.ts';
import { compare, textsOf } from './compare.ts';

/** Returns the changes that `applyCatalogue` would make, as sentences. */
export async function diffCatalogue(cx: OperatorCx, { catalogue }: { catalogue: Catalogue }): Promise<{ changes: string[] }> {
  return { changes: textsOf(await compare(cx.db, catalogue)) };
}
