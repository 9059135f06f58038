/** Where customers want their events sent. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageWanted, pageOf } from './page.ts';

export type Webhook = Selectable<Database['webhooks']>;

/** How many an account has; none are made until the caller's transaction ends. */
export async function countWebhooksHeld(trx: Transaction<Database>, accountId: number): Promise<number> {
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

/** Of one that is held. */
export function updateWebhook(trx: Kysely<Database>, id: number, fields: Updateable<Database['webhooks']>): Promise<Webhook> {
  return trx.updateTable('webhooks').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** With its deliveries. */
export async function deleteWebhook(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute();
}

export function findWebhook(db: Kysely<Database>, id: number): Promise<Webhook | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Held until the transaction ends. */
export function lockWebhook(trx: Kysely<Database>, id: number): Promise<Webhook | undefined> {
  return trx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The oldest first. */
export function pageOfWebhooks(db: Kysely<Database>, accountId: number, wanted: PageWanted): Promise<Page<Webhook>> {
  return pageOf(db.selectFrom('webhooks').selectAll().where('account_id', '=', accountId).orderBy('id'), wanted);
}

/** Webhooks whose account has events that they were not given yet, and that have room; a part of a statement, from `from` on. */
export const behind = (now: Date) => sql`
  from webhooks w join event_heads h on h.account_id = w.account_id
  where w.status = 'enabled' and w.position < h.last_id and (w.take_after is null or w.take_after <= ${now})`;

/** Those, the longest behind first. */
export async function webhooksBehind(db: Kysely<Database>, now: Date, except: readonly number[]): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id ${behind(now)} and w.id <> all(${[...except]}::int[]) order by h.last_id - w.position desc, w.id limit 500`.execute(
    db,
  );
  return rows;
}

/** Notes that a delivery was successful, where that is new. */
export async function noteDelivered(db: Kysely<Database>, id: number, slow: boolean): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ failing_since: null, slow })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('failing_since', 'is not', null), eb('slow', '<>', slow)]))
    .execute();
}
