/** Response targets of support plans: running, due and credited ones. Callers must lock a target's ticket before they change the target. */
import type { Cents } from '@innkeeper/model/money/money';
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Service } from '../schema.ts';

export type ResponseTarget = Selectable<Database['response_targets']>;

export interface LockedTarget extends ResponseTarget {
  waits: boolean;
  /**
   * True if the target is running although its ticket does not wait for an answer. Code that ignores targets has then changed the ticket.
   */
  lost: boolean;
}

/** The promise of an account's support plan. */
export interface ResponsePromise extends Pick<Service, 'id' | 'renew_price' | 'billing_cycle'> {
  response_minutes: number;
  around_the_clock: boolean;
  credit_percentage: number;
}

/** Finds the promise of an account, or returns `undefined` if the account has no active plan with a response time. */
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

/** Starts a target, unless this waiting period of the ticket already has one. */
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

/** Stops the running target of a ticket. The target is met unless the response is late. A late target is settled afterwards. */
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

/** Locks a target until the transaction ends, after its ticket. Returns `undefined` if the target is settled. */
export async function lockResponseTarget(trx: Transaction<Database>, id: number): Promise<LockedTarget | undefined> {
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

/** Returns the `from` and `where` clauses that select overdue targets. */
export const responsesOverdue = (now: Date): RawBuilder<unknown> =>
  sql`from response_targets where outcome is null and due_at < ${now}`;

/** Returns the `from` and `where` clauses that select targets about which staff is due to be warned. */
export const responsesToWarnOf = (now: Date): RawBuilder<unknown> =>
  sql`from response_targets where outcome is null and warned_at is null and stopped_at is null and warn_at <= ${now}`;

/** Lists at most `max` ids of the selected targets, earliest due first. */
export async function idsOfTargets(
  db: Kysely<Database>,
  which: RawBuilder<unknown>,
  { except, max }: { except: readonly number[]; max: number },
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id ${which} and id <> all(${[...except]}::int[]) order by due_at, id limit ${max}`.execute(db);
  return rows;
}

/** Sums the credits of an account for responses that were due after this time. The caller must hold the lock on the balance. */
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
