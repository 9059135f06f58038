import type { Database, Plan } from '@innkeeper/db/schema';
import { listRooms } from '@innkeeper/db/tables/nodes';
import { findPlanByKey, sizeOf } from '@innkeeper/db/tables/plans';
import { audit } from '@innkeeper/domain/audit';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure, invalid } from '@innkeeper/model/failures';
import { formatDecimal, parseDecimal } from '@innkeeper/model/money/money';
import { namedFields } from '@innkeeper/model/requests/named-fields';
import { fits, needOf } from '@innkeeper/model/servers/capacity';
import { listPlaceable } from '@innkeeper/model/servers/placement';
import { type Insertable, sql, type Transaction } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists plans in the order of the catalogue. */
export function listAllPlans(cx: StaffCx, input: StaffInput<'listAllPlans'>): Promise<StaffReply<'listAllPlans'>> {
  return listPage(cx.db.selectFrom('plans').selectAll().orderBy('position').orderBy('id'), input, planView);
}

/** Adds a plan. Throws `validation` for a key or name that another plan already has, on sale or not. */
export async function addPlan(cx: StaffCx, plan: StaffInput<'addPlan'>): Promise<StaffReply<'addPlan'>> {
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

async function rowOf({ db, clock }: StaffCx, plan: StaffInput<'addPlan'>): Promise<Insertable<Database['plans']>> {
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

/** Changes the catalogue data of a plan. Servers keep the terms that they were sold with. */
export async function setPlan(cx: StaffCx, input: StaffInput<'setPlan'>): Promise<StaffReply<'setPlan'>> {
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

type Action = 'enablePlan' | 'disablePlan';

export const enablePlan = sale('enablePlan');

export const disablePlan = sale('disablePlan');

/** Returns the operation that puts a plan on sale or takes it off sale. Servers with the plan keep it. */
function sale(action: Action) {
  return async (cx: StaffCx, { key }: StaffInput<Action>): Promise<StaffReply<Action>> => {
    const disabled_at = action === 'enablePlan' ? null : cx.clock.now();
    const plan = await cx.db.updateTable('plans').set({ disabled_at }).where('key', '=', key).returningAll().executeTakeFirst();
    if (!plan) throw noPlan(key);
    await audit(cx, action, { kind: 'plan', id: plan.id }, { key });
    return planView(plan);
  };
}

/** Throws `validation` if another plan has the name, on sale or not. Locks the table, so concurrent commands run one after another. */
async function refuseNameInUse(trx: Transaction<Database>, { key, name }: { key: string; name: string }): Promise<void> {
  await sql`lock table plans in share row exclusive mode`.execute(trx);
  const plans = await trx.selectFrom('plans').select(['key', 'name']).orderBy('id').execute();
  const namesake = plans.find((plan) => plan.key !== key && plan.name.toLowerCase() === name.toLowerCase());
  if (namesake) throw invalid('name', `Plan ${namesake.key} already has the name ${namesake.name}. Choose another name.`);
}

function planView(plan: Plan) {
  return { ...plan, price: formatDecimal(plan.price) };
}

function noPlan(key: string): Failure {
  return new Failure('not_found', { message: `Plan ${key} does not exist.` });
}
