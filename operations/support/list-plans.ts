import { type SupportPlan, supportPlansOnSale } from '@innkeeper/db/tables/support-plans';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the support plans on sale, in the operator's order. */
export function listSupportPlans(cx: Cx): Promise<SupportPlan[]> {
  return supportPlansOnSale(cx.db);
}
