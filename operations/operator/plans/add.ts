import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { Database } from '@innkeeper/db/schema';
import { listRooms } from '@innkeeper/db/tables/nodes';
import { findPlanByKey, sizeOf } from '@innkeeper/db/tables/plans';
import { audit } from '@innkeeper/domain/audit';
import { fits, needOf } from '@innkeeper/model/capacity';
import { invalid } from '@innkeeper/model/failures';
import { parseDecimal } from '@innkeeper/model/money';
import { listPlaceable } from '@innkeeper/model/placement';
import type { Insertable } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { refuseNameInUse } from './name-in-use.ts';
import { planView } from './view.ts';

/** Adds a plan. Throws `validation` for a key or name that another plan already has, on sale or not. */
export async function addPlan(cx: OperatorCx, plan: OperatorInput<'addPlan'>): Promise<OperatorResult<'addPlan'>> {
  await refuseNameInUse(cx.db, plan);
  if (await findPlanByKey(cx.db, plan.key)) throw invalid('key', `Plan ${plan.key} already exists.`);
  const added = await cx.db
    .insertInto('plans')
    .values(await rowOf(cx, plan))
    .returningAll()
    .executeTakeFirstOrThrow();
  const view = planView(added);
  const { id, disabled_at: _time, ...details } = view;
  await audit(cx, 'addPlan', { kind: 'plan', id }, { ...details, off_sale: plan.off_sale });
  const need = needOf(sizeOf(added));
  return { ...view, has_room: listPlaceable(await listRooms(cx.db), cx.clock.now()).some((room) => fits(need, room)) };
}

async function rowOf({ db, clock }: OperatorCx, plan: OperatorInput<'addPlan'>): Promise<Insertable<Database['plans']>> {
  const { key, name, type, vcpus, dedicated_cpu } = plan;
  const last = await db
    .selectFrom('plans')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirstOrThrow();
  return {
    key,
    name,
    type,
    vcpus,
    dedicated_cpu,
    memory_mb: plan.memory * 1024,
    disk_gb: plan.disk,
    bandwidth_tb: plan.traffic,
    network_speed_mbps: plan.network_speed,
    disk_iops: plan.iops ?? null,
    disk_mb_per_second: plan.disk_speed ?? null,
    minimum_billing_cycle: plan.minimum_months,
    price: parseDecimal(plan.price),
    position: plan.position ?? (last.position ?? 0) + 1,
    disabled_at: plan.off_sale ? clock.now() : null,
  };
}
