/** Events on their way to webhooks, and what became of them. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageWanted, pageOf } from './page.ts';

export type EventDelivery = Selectable<Database['event_deliveries']>;

/** A try, as it is stored. */
export interface Attempt {
  /** Unix time in milliseconds. */
  at: number;
  /** HTTP status; null when no reply came. */
  status: number | null;
  ms: number;
  error: string | null;
}

export async function insertDeliveries(
  trx: Kysely<Database>,
  rows: readonly Insertable<Database['event_deliveries']>[],
): Promise<EventDelivery[]> {
  if (rows.length === 0) return [];
  return trx
    .insertInto('event_deliveries')
    .values([...rows])
    .returningAll()
    .execute();
}

/** How many of a webhook wait, counted up to `most`. */
export async function countPending(db: Kysely<Database>, webhookId: number, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from event_deliveries where webhook_id = ${webhookId} and status = 'pending' limit ${most}) as waiting`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What is due first at a webhook, and what its place is judged by. */
export interface DueDelivery {
  id: number;
  webhook_id: number;
  account_id: number;
  host: string;
  slow: boolean;
}

const MOST_SEEN = 500;

/**
 * The first that is due of each webhook: those of slow webhooks last, or not at all, and before the second webhook of an account the first of
 * all others.
 */
export async function dueDeliveries(
  db: Kysely<Database>,
  { now, alsoSlow }: { now: Date; alsoSlow: boolean },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select d.id, w.id as webhook_id, w.account_id, w.host, w.slow
    from webhooks w cross join lateral (
      select id, next_try_at from event_deliveries where webhook_id = w.id and status = 'pending' and next_try_at <= ${now}
      order by next_try_at, id limit 1) d
    where w.status = 'enabled' and (${alsoSlow} or not w.slow)
    order by w.slow, row_number() over (partition by w.account_id order by w.slow, d.next_try_at, d.id), d.next_try_at, d.id
    limit ${MOST_SEEN}`.execute(db);
  return rows;
}

/** Of one that a worker has taken: what it sends, and where. */
export interface ClaimedDelivery extends EventDelivery {
  url: string;
  host: string;
  slow: boolean;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: Date | null;
}

/**
 * Takes those that are due still, and counts the try. Each is due again after `pauses[tries]` (of its tries so far; the last for all
 * beyond), shortened at random by up to `jitter`, so that a worker that dies while it sends does not take it along.
 */
export async function claimDeliveries(
  db: Kysely<Database>,
  ids: readonly number[],
  { now, pauses, jitter }: { now: Date; pauses: readonly number[]; jitter: number },
): Promise<ClaimedDelivery[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ClaimedDelivery>`
    with free as (
      select id from event_deliveries where id = any(${[...ids]}::int[]) and status = 'pending' and next_try_at <= ${now}
      for update skip locked)
    update event_deliveries d set tries = d.tries + 1, first_try_at = coalesce(d.first_try_at, ${now}),
      next_try_at = ${now}::timestamptz + (1 - ${jitter}::float8 * random())
        * make_interval(secs => (${[...pauses]}::float8[])[least(d.tries + 1, ${pauses.length}::int)] / 1000)
    from free, webhooks w where d.id = free.id and w.id = d.webhook_id
    returning d.*, w.url, w.host, w.slow, w.secret, w.previous_secret, w.previous_until`.execute(db);
  return rows;
}

/** Its try does not count: nobody knows whether it arrived, or nothing was sent. It is due at `at`. */
export async function unclaimDelivery(db: Kysely<Database>, { id, tries }: EventDelivery, at: Date): Promise<void> {
  await db
    .updateTable('event_deliveries')
    .set({ tries: tries - 1, next_try_at: at })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * What came of a try; nothing is written when the delivery was replayed or ended meanwhile. `ended`: what it is from now on. `notBefore`: it is due
 * then at the earliest, but not later than `most` milliseconds after its first try, unless it would be due later anyway.
 */
export async function noteAttempt(
  db: Kysely<Database>,
  { id, tries }: EventDelivery,
  {
    attempt,
    answer,
    ended,
    now,
    shown,
    notBefore,
    most,
  }: {
    attempt: Attempt;
    answer: string | null;
    ended: 'delivered' | 'failed' | null;
    now: Date;
    shown: number;
    notBefore: Date | null;
    most: number;
  },
): Promise<void> {
  const all = sql`attempts || ${JSON.stringify([attempt])}::jsonb`;
  await db
    .updateTable('event_deliveries')
    .set({
      attempts: sql`(select jsonb_agg(one order by n) from jsonb_array_elements(${all}) with ordinality as tried (one, n)
        where n > jsonb_array_length(attempts) + 1 - ${shown}::int)`,
      answer,
      ...(notBefore && {
        next_try_at: sql<Date>`greatest(next_try_at, least(${notBefore}::timestamptz, first_try_at + make_interval(secs => ${most / 1000})))`,
      }),
      ...(ended && { status: ended, ended_at: now }),
    })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('status', '=', 'pending')
    .execute();
}

/** Of a webhook that is disabled; they can be replayed. */
export async function failPending(trx: Kysely<Database>, webhookId: number, now: Date): Promise<void> {
  await trx
    .updateTable('event_deliveries')
    .set({ status: 'failed', ended_at: now })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute();
}

/** Due at once, with all its tries before it. */
export function replayDelivery(trx: Transaction<Database>, id: number, now: Date): Promise<EventDelivery> {
  return trx
    .updateTable('event_deliveries')
    .set({ status: 'pending', ended_at: null, tries: 0, first_try_at: null, next_try_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The newest first. */
export function pageOfDeliveries(
  db: Kysely<Database>,
  {
    webhookId,
    statuses,
    ...wanted
  }: PageWanted & { webhookId: number; statuses?: readonly EventDelivery['status'][] | undefined },
): Promise<Page<EventDelivery>> {
  const all = db.selectFrom('event_deliveries').selectAll().where('webhook_id', '=', webhookId).orderBy('id', 'desc');
  return pageOf(statuses === undefined ? all : all.where('status', 'in', statuses), wanted);
}

/** Deletes up to `limit` that ended before; returns how many. */
export async function purgeDeliveriesBefore(db: Kysely<Database>, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as materialized (select id from event_deliveries where status <> 'pending' and ended_at < ${before} limit ${limit})
    delete from event_deliveries using old where event_deliveries.id = old.id returning 1`.execute(db);
  return rows.length;
}

/** Deletes up to `limit` of those that ended beyond the newest `most` of their account; returns how many. */
export async function purgeDeliveriesBeyond(db: Kysely<Database>, most: number, limit: number): Promise<number> {
  const { rows } = await sql`
    with many as materialized (
      select account_id from event_deliveries where status <> 'pending' group by account_id having count(*) > ${most}),
    beyond as materialized (
      select old.id from many cross join lateral (
        select id from event_deliveries d where d.account_id = many.account_id and status <> 'pending'
        order by id desc offset ${most} limit ${limit}) old limit ${limit})
    delete from event_deliveries using beyond where event_deliveries.id = beyond.id returning 1`.execute(db);
  return rows.length;
}
