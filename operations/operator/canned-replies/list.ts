import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { listPage } from '../page.ts';

/** Lists canned replies by key. */
export function listCanned({ db }: OperatorCx, input: OperatorInput<'listCanned'>): Promise<OperatorResult<'listCanned'>> {
  return listPage(db.selectFrom('canned_replies').selectAll().orderBy('key'), input, (row) => row);
}
