import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { listPage } from '../page.ts';
import { planView } from './view.ts';

/** Lists plans in the order of the catalogue. */
export function listPlans(cx: OperatorCx, input: OperatorInput<'listPlans'>): Promise<OperatorResult<'listPlans'>> {
  return listPage(cx.db.selectFrom('plans').selectAll().orderBy('position').orderBy('id'), input, planView);
}
