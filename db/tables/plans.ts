/** Plans on sale, cheapest first. */
import type { Size } from '@innkeeper/model/capacity';
import { type Kysely, sql } from 'kysely';
import type { Database, Plan } from '../schema.ts';
import { type Page, type PageWanted, pageOf } from './page.ts';

/** A plan with the keys of the next ones of its type on sale that have a larger disk, more memory. */
export interface LoadedPlan extends Plan {
  with_more_disk: string | null;
  with_more_memory: string | null;
}

/** In a list: whether there is room for it now. */
export interface OfferedPlan extends LoadedPlan {
  has_room?: boolean;
}

/** What a server is, or one of the plan. */
export function sizeOf(plan: Pick<Plan, 'vcpus' | 'memory_mb' | 'disk_gb' | 'dedicated_cpu'>): Size {
  return { vcpus: plan.vcpus, memoryMb: plan.memory_mb, diskGb: plan.disk_gb, dedicated: plan.dedicated_cpu };
}

/** On sale or not. */
export async function findPlanByKey(db: Kysely<Database>, key: string): Promise<Plan | undefined> {
  return db.selectFrom('plans').selectAll().where('key', '=', key).executeTakeFirst();
}

export async function listPlansOnSale(db: Kysely<Database>): Promise<Plan[]> {
  return db.selectFrom('plans').selectAll().where('disabled_at', 'is', null).orderBy('price').orderBy('id').execute();
}

/** As a list shows them, in the operator's order. */
export async function loadPlansOnSale(db: Kysely<Database>): Promise<LoadedPlan[]> {
  return plansOnSale(db).execute();
}

export async function pageOfPlans(
  db: Kysely<Database>,
  wanted: PageWanted & { type?: string | undefined },
): Promise<Page<LoadedPlan>> {
  const query = plansOnSale(db);
  return pageOf(wanted.type === undefined ? query : query.where('type', '=', wanted.type), wanted);
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

/** For a query on `plans` under that name. */
export function nextWithMore(column: 'disk_gb' | 'memory_mb') {
  return sql<string | null>`(
    select more.key from plans as more
    where more.type = plans.type and more.disabled_at is null and more.${sql.ref(column)} > plans.${sql.ref(column)}
    order by more.${sql.ref(column)}, more.price, more.id limit 1)`;
}
