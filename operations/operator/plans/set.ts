import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { parseDecimal } from '@innkeeper/model/money';
import { namedFields } from '@innkeeper/model/named-fields';
import type { OperatorCx } from '../context.ts';
import { refuseNameInUse } from './name-in-use.ts';
import { noPlan, planView } from './view.ts';

/** Changes the catalogue data of a plan. Servers keep the terms that they were sold with. */
export async function setPlan(cx: OperatorCx, input: OperatorInput<'setPlan'>): Promise<OperatorResult<'setPlan'>> {
  const { key, name, price, iops, disk_speed } = input;
  const change = namedFields({ name, price, disk_iops: iops, disk_mb_per_second: disk_speed });
  if (name !== undefined) await refuseNameInUse(cx.db, { key, name });
  const plan = await cx.db
    .updateTable('plans')
    .set({ ...change, price: price === undefined ? undefined : parseDecimal(price) })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();
  if (!plan) throw noPlan(key);
  await audit(cx, 'setPlan', { kind: 'plan', id: plan.id }, { key, ...change });
  return planView(plan);
}
