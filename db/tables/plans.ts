/** Plans: those on sale for lists, and each by its key. */
import type { Size } from '@innkeeper/model/servers/capacity';
import { type Kysely, sql } from 'kysely';
import type { Database, Plan } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

/** A plan with the keys of the next larger plans of its type on sale, by disk and by memory. */
export interface LoadedPlan extends Plan {
  with_more_disk: string | null;
  with_more_memory: string | null;
}

/** Set in a list: whether there is room for the plan now. */
export interface OfferedPlan extends LoadedPlan {
  has_room?: boolean;
}

/** Returns the size of a server or a plan. */
export function sizeOf(plan: Pick<Plan, 'vcpus' | 'memory_mb' | 'disk_gb' | 'dedicated_cpu'>): Size {
  return { vcpus: plan.vcpus, memoryMb: plan.memory_mb, diskGb: plan.disk_gb, dedicated: plan.dedicated_cpu };
}

/** Finds a plan by key, on sale or not. */
/** Finds a plan by id, on sale or not. */
export async function findPlan(db: Kysely<Database>, id: number): Promise<Plan | undefined> {
  return db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findPlanByKey(db: Kysely<Database>, key: string): Promise<Plan | undefined> {
  return db.selectFrom('plans').selectAll().where('key', '=', key).executeTakeFirst();
}

/** Lists the plans on sale, cheapest first. */
export async function listPlansOnSale(db: Kysely<Database>): Promise<Plan[]> {
  return db.selectFrom('plans').selectAll().where('disabled_at', 'is', null).orderBy('price').orderBy('id').execute();
}

/** Loads the plans on sale as a list shows them, in the operator's order. */
export async function loadPlansOnSale(db: Kysely<Database>): Promise<LoadedPlan[]> {
  return plansOnSale(db).execute();
}

/** Returns a page of plans on sale, in the operator's order. */
export async function pageOfPlans(
  db: Kysely<Database>,
  filter: PageQuery & { type?: string | undefined },
): Promise<Page<LoadedPlan>> {
  const query = plansOnSale(db);
  return pageOf(filter.type === undefined ? query : query.where('type', '=', filter.type), filter);
}

function plansOnSale(db: Kysely<Database>) {
  return db
    .selectFrom('plans')
    .selectAll()
    .select([nextWithMore('disk_gb').as('with_more_disk'), nextWithMore('memory_mb').as('with_more_memory')])
    .where('disabled_at', 'is', null)
    .orderBy('position')
    .orderBy('id');
}

/** Returns SQL for the key of the next plan with more disk or memory, in a query on `plans`. */
export function nextWithMore(column: 'disk_gb' | 'memory_mb') {
  return sql<string | null>`(
    select more.key from plans as more
    where more.type = plans.type and more.disabled_at is null and more.${sql.ref(column)} > plans.${sql.ref(column)}
    order by more.${sql.ref(column)}, more.price, more.id limit 1)`;
}
