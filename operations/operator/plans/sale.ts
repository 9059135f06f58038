import { audit } from '@innkeeper/domain/audit';
import type { OperatorCx } from '../context.ts';
import { noPlan, planView } from './view.ts';

/** Puts a plan on sale or takes it off; servers that have it keep it. */
export async function changeSale(cx: OperatorCx, action: string, key: string, onSale: boolean) {
  const disabled_at = onSale ? null : cx.clock.now();
  const plan = await cx.db.updateTable('plans').set({ disabled_at }).where('key', '=', key).returningAll().executeTakeFirst();
  if (!plan) throw noPlan(key);
  await audit(cx, action, { kind: 'plan', id: plan.id }, { key });
  return planView(plan);
}
