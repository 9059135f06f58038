import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { planView } from './view.ts';

/** Lists plans in the order of the catalogue. */
export function listAllPlans(cx: OperatorCx, input: OperatorInput<'listAllPlans'>): Promise<OperatorResult<'listAllPlans'>> {
  return listPage(cx.db.selectFrom('plans').selectAll().orderBy('position').orderBy('id'), input, planView);
}
