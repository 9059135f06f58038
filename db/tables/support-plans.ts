/** Levels of support: what is sold, and what an account has. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database, Service } from '../schema.ts';
import { type CancelRequest, findCancelRequest } from './services.ts';

export type SupportPlan = Selectable<Database['support_plans']>;

/** What an account has, with its plan. */
export interface AccountSupportPlan
  extends Service,
    Pick<SupportPlan, 'name' | 'features' | 'response_minutes' | 'around_the_clock' | 'credit_percentage'> {
  cancel_request: CancelRequest | null;
}

/** Those on sale, in the order of the catalogue. */
export function supportPlansOnSale(db: Kysely<Database>): Promise<SupportPlan[]> {
  const plans = db.selectFrom('support_plans').selectAll().where('disabled_at', 'is', null);
  return plans.orderBy('position').orderBy('id').execute();
}

/** The service of an account that has not ended; undefined: it has none. */
export async function findSupportPlanOf(db: Kysely<Database>, accountId: number): Promise<Service | undefined> {
  return ofAccount(db, accountId).selectAll().executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockSupportPlanOf(trx: Transaction<Database>, accountId: number): Promise<Service | undefined> {
  return ofAccount(trx, accountId).selectAll().forUpdate().executeTakeFirst();
}

const ofAccount = (db: Kysely<Database>, accountId: number) =>
  db
    .selectFrom('services')
    .where('account_id', '=', accountId)
    .where('type', '=', 'support-plan')
    .where('status', '<>', 'terminated');

/** With its plan, also one that is not sold any more. */
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

/** Returns its id; undefined when the account has one, which may have come a moment ago. */
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

/** Names of the plans of some services, by the services' ids. */
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
