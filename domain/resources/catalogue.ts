/** Loads entries of the operator's catalogue that a request names. Throws `validation` for the field that names an invalid entry. */
import type { Plan } from '@innkeeper/db/schema';
import { findPlanByKey } from '@innkeeper/db/tables/plans';
import { type SupportPlan, supportPlansOnSale } from '@innkeeper/db/tables/support-plans';
import { findDepartment } from '@innkeeper/db/tables/tickets';
import { invalid } from '@innkeeper/model/failures';
import type { Cx } from '../context.ts';

/** Returns the plan, on sale or not. */
export async function requirePlan({ db }: Pick<Cx, 'db'>, key: string): Promise<Plan> {
  const plan = await findPlanByKey(db, key);
  if (!plan) throw invalid('plan', 'This plan is not on sale.');
  return plan;
}

/** Returns the plan if new servers can use it. */
export async function requirePlanOnSale({ db }: Pick<Cx, 'db'>, key: string): Promise<Plan> {
  const plan = await findPlanByKey(db, key);
  if (!plan || plan.disabled_at) throw invalid('plan', 'This plan is not on sale.');
  return plan;
}

/** Returns the support plan if accounts can order it. */
export async function requireSupportPlanOnSale({ db }: Pick<Cx, 'db'>, key: string): Promise<SupportPlan> {
  const plan = (await supportPlansOnSale(db)).find((one) => one.key === key);
  if (!plan) throw invalid('plan', 'This support plan is not on sale.');
  return plan;
}

/** Returns the department if it accepts new tickets. */
export async function requireDepartment({ db }: Pick<Cx, 'db'>, id: number) {
  const department = await findDepartment(db, id);
  if (!department || department.disabled_at) throw invalid('department_id', 'This department does not exist.');
  return department;
}

/** Returns the two-letter code of a country that accepts new customers (`sign_up.refused_countries`). */
export async function requireCountry({ db, settings }: Pick<Cx, 'db' | 'settings'>, id: number): Promise<string> {
  const found = await db.selectFrom('countries').select('code').where('id', '=', id).executeTakeFirst();
  if (!found) throw invalid('country_id', 'This country does not exist.');
  if (settings.refusedCountries.includes(found.code))
    throw invalid('country_id', 'Customers of this country are not accepted here.');
  return found.code;
}
