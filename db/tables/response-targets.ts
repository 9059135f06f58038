/** By when support plans promise answers: what runs, what is due, and what was credited. Whoever changes one holds its ticket. */
import type { Cents } from '@innkeeper/model/money';
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Service } from '../schema.ts';

export type ResponseTarget = Selectable<Database['response_targets']>;

export interface HeldTarget extends ResponseTarget {
  waits: boolean;
  /** It waits, and its ticket does not: something moved that which knows nothing of targets. */
  lost: boolean;
}

/** What the plan of an account promises. */
export interface ResponsePromise extends Pick<Service, 'id' | 'renew_price' | 'billing_cycle'> {
  response_minutes: number;
  around_the_clock: boolean;
  credit_percentage: number;
}

/** Undefined: the account has no plan that serves and promises a time. */
export async function findResponsePromise(db: Kysely<Database>, accountId: number): Promise<ResponsePromise | undefined> {
  return db
    .selectFrom('services as v')
    .innerJoin('support_plans as p', 'p.key', 'v.key')
    .select(['v.id', 'v.renew_price', 'v.billing_cycle', 'p.around_the_clock', 'p.credit_percentage'])
    .select('p.response_minutes')
    .where('v.account_id', '=', accountId)
    .where('v.type', '=', 'support-plan')
    .where('v.status', '=', 'active')
    .where('p.response_minutes', 'is not', null)
    .$narrowType<{ response_minutes: number }>()
    .executeTakeFirst();
}

/** Unless this wait of the ticket has one. */
export async function startResponseTarget(
  trx: Kysely<Database>,
  target: Insertable<Database['response_targets']>,
): Promise<void> {
  await trx
    .insertInto('response_targets')
    .values(target)
    .onConflict((oc) => oc.columns(['ticket_id', 'waiting_since']).doNothing())
    .execute();
}

/** What runs of a ticket stops: it is met, unless that is too late, which is settled later. */
export async function stopResponseTarget(trx: Kysely<Database>, ticketId: number, now: Date): Promise<void> {
  await trx
    .updateTable('response_targets')
    .set({
      stopped_at: now,
      outcome: sql<'met' | null>`case when due_at >= ${now} then 'met' end`,
      settled_at: sql<Date | null>`case when due_at >= ${now} then ${now}::timestamptz end`,
    })
    .where('ticket_id', '=', ticketId)
    .where('stopped_at', 'is', null)
    .where('outcome', 'is', null)
    .execute();
}

/** Held until the transaction ends, as its ticket is, which comes first; undefined: it is settled. */
export async function lockResponseTarget(trx: Transaction<Database>, id: number): Promise<HeldTarget | undefined> {
  const ticket = await trx
    .selectFrom('tickets')
    .select('waiting_since')
    .where('id', '=', ({ selectFrom }) => selectFrom('response_targets').select('ticket_id').where('id', '=', id))
    .forUpdate()
    .executeTakeFirst();
  const target = await trx
    .selectFrom('response_targets')
    .selectAll()
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!target) return undefined;
  const waits = target.stopped_at === null;
  return { ...target, waits, lost: waits && ticket?.waiting_since?.getTime() !== target.waiting_since.getTime() };
}

export async function updateResponseTarget(
  trx: Kysely<Database>,
  id: number,
  fields: Updateable<Database['response_targets']>,
): Promise<void> {
  await trx.updateTable('response_targets').set(fields).where('id', '=', id).execute();
}

/** `from` and what follows it: those whose time is over. */
export const responsesOverdue = (now: Date): RawBuilder<unknown> =>
  sql`from response_targets where outcome is null and due_at < ${now}`;

/** Those of which the staff is to be told. */
export const responsesToWarnOf = (now: Date): RawBuilder<unknown> =>
  sql`from response_targets where outcome is null and warned_at is null and stopped_at is null and warn_at <= ${now}`;

/** Ids of some of them, the earliest due first. */
export async function idsOfTargets(
  db: Kysely<Database>,
  which: RawBuilder<unknown>,
  { except, most }: { except: readonly number[]; most: number },
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id ${which} and id <> all(${[...except]}::int[]) order by due_at, id limit ${most}`.execute(db);
  return rows;
}

/** What an account was credited for answers that were due after a moment. The caller holds its balance. */
export async function creditedSince(trx: Transaction<Database>, accountId: number, after: Date): Promise<Cents> {
  const { credited } = await trx
    .selectFrom('response_targets')
    .select(sql<Cents>`coalesce(sum(credited), 0)::bigint`.as('credited'))
    .where('account_id', '=', accountId)
    .where('credited', '>', 0n)
    .where('due_at', '>', after)
    .executeTakeFirstOrThrow();
  return credited;
}
