import { type AccountSupportPlan, loadSupportPlanOf } from '@innkeeper/db/tables/support-plans';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';

/** Returns the caller's support plan. Throws `not_found` if there is none. */
export async function getSupportPlan(cx: Cx<Customer>): Promise<AccountSupportPlan> {
  const plan = await loadSupportPlanOf(cx.db, cx.actor.accountId);
  if (!plan) throw new Failure('not_found', { message: 'This account has no support plan.' });
  return plan;
}
