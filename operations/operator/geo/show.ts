import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { geoView } from './view.ts';

/** Returns both kinds of geo data, with or without an imported dataset. */
export async function showGeo({ db, clock }: OperatorCx): Promise<OperatorResult<'showGeo'>> {
  return { data: [await geoView(db, 'country', clock.now()), await geoView(db, 'asn', clock.now())] };
}
