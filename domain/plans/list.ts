import { type LoadedPlan, pageOfPlans } from '@innkeeper/db/tables/plans';
import type { Cx } from '../context.ts';

export interface ListPlans {
  page: number;
  perPage: number;
  type?: string | undefined;
}

/** The plans on sale, in the operator's order: a page of them and how many there are. */
export function listPlans(cx: Cx, input: ListPlans): Promise<{ rows: LoadedPlan[]; total: number }> {
  return pageOfPlans(cx.db, input);
}
