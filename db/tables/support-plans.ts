/** Support plans: those on sale, and the plan of an account. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database, Service } from '../schema.ts';
import { type CancelRequest, findCancelRequest } from './services.ts';

export type SupportPlan = Selectable<Database['support_plans']>;

/** The support plan service of an account, with its plan. */
export interface AccountSupportPlan
  extends Service,
    Pick<SupportPlan, 'name' | 'features' | 'response_minutes' | 'around_the_clock' | 'credit_percentage'> {
  cancel_request: CancelRequest | null;
}

/** Lists the plans on sale, in catalogue order. */
export function supportPlansOnSale(db: Kysely<Database>): Promise<SupportPlan[]> {
  const plans = db.selectFrom('support_plans').selectAll().where('disabled_at', 'is', null);
  return plans.orderBy('position').orderBy('id').execute();
}

/** Finds the account's support plan service that has not ended. */
export async function findSupportPlanOf(db: Kysely<Database>, accountId: number): Promise<Service | undefined> {
  return ofAccount(db, accountId).selectAll().executeTakeFirst();
}

/** Finds the service like `findSupportPlanOf` and locks it until the transaction ends. */
export async function lockSupportPlanOf(trx: Transaction<Database>, accountId: number): Promise<Service | undefined> {
  return ofAccount(trx, accountId).selectAll().forUpdate().executeTakeFirst();
}

const ofAccount = (db: Kysely<Database>, accountId: number) =>
  db
    .selectFrom('services')
    .where('account_id', '=', accountId)
    .where('type', '=', 'support-plan')
    .where('status', '<>', 'terminated');

/** Loads the account's support plan, even if the plan is no longer sold. */
export async function loadSupportPlanOf(db: Kysely<Database>, accountId: number): Promise<AccountSupportPlan | undefined> {
  const service = await findSupportPlanOf(db, accountId);
  if (!service) return undefined;
  const plan = await db
    .selectFrom('support_plans')
    .select(['name', 'features', 'response_minutes', 'around_the_clock', 'credit_percentage'])
    .where('key', '=', service.key)
    .executeTakeFirstOrThrow();
  return { ...service, ...plan, cancel_request: (await findCancelRequest(db, service.id)) ?? null };
}

/**
 * Inserts a support plan service and returns its id. Returns `undefined` if the account already has one, even from a concurrent request.
 */
export async function insertSupportPlan(
  trx: Kysely<Database>,
  row: Omit<Insertable<Database['services']>, 'type' | 'parent_id'>,
): Promise<number | undefined> {
  const inserted = await trx
    .insertInto('services')
    .values({ ...row, type: 'support-plan' })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** Returns the plan names of services by service id. */
export async function supportPlanNames(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('services as v')
    .innerJoin('support_plans as p', 'p.key', 'v.key')
    .select(['v.id', 'p.name'])
    .where('v.id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where('v.type', '=', 'support-plan')
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
