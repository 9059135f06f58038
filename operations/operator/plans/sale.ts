import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import type { OperatorCx } from '../context.ts';
import { noPlan, planView } from './view.ts';

type Action = 'enablePlan' | 'disablePlan';

export const enablePlan = sale('enablePlan');
export const disablePlan = sale('disablePlan');

/** Returns the operation that puts a plan on sale or takes it off sale. Servers with the plan keep it. */
function sale(action: Action) {
  return async (cx: OperatorCx, { key }: OperatorInput<Action>): Promise<OperatorResult<Action>> => {
    const disabled_at = action === 'enablePlan' ? null : cx.clock.now();
    const plan = await cx.db.updateTable('plans').set({ disabled_at }).where('key', '=', key).returningAll().executeTakeFirst();
    if (!plan) throw noPlan(key);
    await audit(cx, action, { kind: 'plan', id: plan.id }, { key });
    return planView(plan);
  };
}
