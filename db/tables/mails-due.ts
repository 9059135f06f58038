/** Facts that wait for their mail. */
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export type MailDue = Selectable<Database['mails_due']>;
export type NewMailDue = Omit<Insertable<Database['mails_due']>, 'id' | 'ids' | 'order_id'> & { order_id: number; ids: number[] };

/**
 * Queues facts. A fact whose kind, account and order already wait adds its ids to the waiting row. The rows are distinct by these three.
 * They are written in a fixed order, so that two transactions with several facts never wait for each other.
 */
export async function insertMailsDue(trx: Kysely<Database>, facts: readonly NewMailDue[]): Promise<void> {
  if (facts.length > 0) await mailsDueInsert(facts).execute(trx);
}

/** Returns the statement that queues facts, for use inside a larger statement. */
export const mailsDueInsert = (facts: readonly NewMailDue[]): RawBuilder<unknown> => sql`
    insert into mails_due as d (kind, account_id, order_id, ids, created_at, due_at)
    select kind, account_id, order_id, ids, created_at, due_at from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
      as f (kind text, account_id integer, order_id integer, ids integer[], created_at timestamptz, due_at timestamptz)
    order by kind, account_id, order_id
    on conflict (kind, account_id, order_id) do update
      set ids = array(select distinct unnest(d.ids || excluded.ids) order by 1)`;

/** Selects the facts whose mail is due. */
export const mailsDue = (now: Date): RawBuilder<unknown> => sql`from mails_due where due_at <= ${now}`;

/** Lists ids and kinds of due facts, longest overdue first. Leaves out facts of the kinds `exceptKinds`. */
export function listMailsDue(
  db: Kysely<Database>,
  { now, except, exceptKinds, max }: { now: Date; except: readonly number[]; exceptKinds: readonly string[]; max: number },
): Promise<{ id: number; kind: string }[]> {
  return db
    .selectFrom('mails_due')
    .select(['id', 'kind'])
    .where('due_at', '<=', now)
    .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
    .where('kind', '<>', sql<string>`all(${[...exceptKinds]}::text[])`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(max)
    .execute();
}

/** Deletes a due fact and returns it. Returns `undefined` if another worker has it. */
export async function takeMailDue(trx: Transaction<Database>, id: number): Promise<MailDue | undefined> {
  const { rows } = await sql<MailDue>`
    delete from mails_due where id = (select id from mails_due where id = ${id} for update skip locked) returning *`.execute(trx);
  return rows[0];
}

/** Deletes all facts that wait for their mail. Returns how many. */
export async function deleteMailsDue(db: Kysely<Database>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('mails_due').executeTakeFirst();
  return Number(numDeletedRows);
}
