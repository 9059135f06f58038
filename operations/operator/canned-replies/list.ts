import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';

/** Lists canned replies by key. */
export function listCanned({ db }: OperatorCx, input: OperatorInput<'listCanned'>): Promise<OperatorResult<'listCanned'>> {
  return listPage(db.selectFrom('canned_replies').selectAll().orderBy('key'), input, (row) => row);
}
