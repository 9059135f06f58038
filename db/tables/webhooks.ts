/** Webhooks: URLs of customers that receive events of their account. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export type Webhook = Selectable<Database['webhooks']>;

/** Counts the webhooks of an account. Locks the account, so that none is added until the caller's transaction ends. */
export async function lockAndCountWebhooks(trx: Transaction<Database>, accountId: number): Promise<number> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { n } = await trx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return n;
}

export function insertWebhook(trx: Kysely<Database>, row: Insertable<Database['webhooks']>): Promise<Webhook> {
  return trx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Updates a webhook. The caller must hold its lock. */
export function updateWebhook(trx: Kysely<Database>, id: number, fields: Updateable<Database['webhooks']>): Promise<Webhook> {
  return trx.updateTable('webhooks').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute();
}

export function findWebhook(db: Kysely<Database>, id: number): Promise<Webhook | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a webhook until the transaction ends. */
export function lockWebhook(trx: Kysely<Database>, id: number): Promise<Webhook | undefined> {
  return trx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns a page of webhooks, oldest first. */
export function pageOfWebhooks(db: Kysely<Database>, accountId: number, query: PageQuery): Promise<Page<Webhook>> {
  return pageOf(db.selectFrom('webhooks').selectAll().where('account_id', '=', accountId).orderBy('id'), query);
}

/**
 * Returns the `from` and `where` clauses that select enabled webhooks with outstanding events of their account. Leaves out webhooks with a
 * full queue until `take_after`.
 */
export const hasBacklog = (now: Date) => sql`
  from webhooks w join event_heads h on h.account_id = w.account_id
  where w.status = 'enabled' and w.position < h.last_id and (w.take_after is null or w.take_after <= ${now})`;

/** Lists at most 500 webhooks selected by `behind`, most outstanding events first. */
export async function listWebhooksWithBacklog(
  db: Kysely<Database>,
  now: Date,
  except: readonly number[],
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id ${hasBacklog(now)} and w.id <> all(${[...except]}::int[]) order by h.last_id - w.position desc, w.id limit 500`.execute(
    db,
  );
  return rows;
}

/** Records a successful delivery, if that changes the state of the webhook. */
export async function recordDelivery(db: Kysely<Database>, id: number, slow: boolean): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ failing_since: null, slow })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('failing_since', 'is not', null), eb('slow', '<>', slow)]))
    .execute();
}
