/** Deliveries of events to webhooks, and their results. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export type EventDelivery = Selectable<Database['event_deliveries']>;

/** Stored result of a delivery attempt. */
export interface Attempt {
  /** Unix time in milliseconds. */
  at: number;
  /** HTTP status, or `null` if no response arrived. */
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

/** Counts the pending deliveries of a webhook, up to `max`. */
export async function countPending(db: Kysely<Database>, webhookId: number, max: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from event_deliveries where webhook_id = ${webhookId} and status = 'pending' limit ${max}) as waiting`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The first due delivery of a webhook, with the facts that decide its order. */
export interface DueDelivery {
  id: number;
  webhook_id: number;
  account_id: number;
  host: string;
  slow: boolean;
}

const MAX_CANDIDATES = 500;

/**
 * Lists the first due delivery of each webhook. Deliveries to slow webhooks come last, or are left out. The second webhook of an account
 * comes after the first webhooks of all other accounts.
 */
export async function dueDeliveries(
  db: Kysely<Database>,
  { now, includeSlow }: { now: Date; includeSlow: boolean },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select d.id, w.id as webhook_id, w.account_id, w.host, w.slow
    from webhooks w cross join lateral (
      select id, next_try_at from event_deliveries where webhook_id = w.id and status = 'pending' and next_try_at <= ${now}
      order by next_try_at, id limit 1) d
    where w.status = 'enabled' and (${includeSlow} or not w.slow)
    order by w.slow, row_number() over (partition by w.account_id order by w.slow, d.next_try_at, d.id), d.next_try_at, d.id
    limit ${MAX_CANDIDATES}`.execute(db);
  return rows;
}

/** A claimed delivery with its destination and secrets. */
export interface ClaimedDelivery extends EventDelivery {
  url: string;
  host: string;
  slow: boolean;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: Date | null;
}

/**
 * Claims those deliveries that are still due, and counts the attempt. After attempt `n` the next one is due `pauses[n - 1]` milliseconds
 * later, or after the last pause. Up to a share of `jitter` is subtracted at random. A delivery whose worker dies is therefore retried.
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

/**
 * Releases a claimed delivery without counting the attempt, because nothing was sent or the result is unknown. The delivery is due again at
 * `at`.
 */
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
 * Records the result of an attempt. Does nothing if the delivery was replayed or ended in the meantime. `ended` is the final status, or
 * `null` to retry. `notBefore` postpones the next attempt, but to at most `max` milliseconds after the first attempt.
 */
export async function recordAttempt(
  db: Kysely<Database>,
  { id, tries }: EventDelivery,
  {
    attempt,
    answer,
    ended,
    now,
    shown,
    notBefore,
    max,
  }: {
    attempt: Attempt;
    answer: string | null;
    ended: 'delivered' | 'failed' | null;
    now: Date;
    shown: number;
    notBefore: Date | null;
    max: number;
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
        next_try_at: sql<Date>`greatest(next_try_at, least(${notBefore}::timestamptz, first_try_at + make_interval(secs => ${max / 1000})))`,
      }),
      ...(ended && { status: ended, ended_at: now }),
    })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('status', '=', 'pending')
    .execute();
}

/** Marks all pending deliveries of a disabled webhook as failed. They can be replayed. */
export async function failPending(trx: Kysely<Database>, webhookId: number, now: Date): Promise<void> {
  await trx
    .updateTable('event_deliveries')
    .set({ status: 'failed', ended_at: now })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute();
}

/** Makes a delivery due immediately and resets its attempts. */
export function replayDelivery(trx: Transaction<Database>, id: number, now: Date): Promise<EventDelivery> {
  return trx
    .updateTable('event_deliveries')
    .set({ status: 'pending', ended_at: null, tries: 0, first_try_at: null, next_try_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns a page of deliveries, newest first. */
export function pageOfDeliveries(
  db: Kysely<Database>,
  { webhookId, statuses, ...page }: PageQuery & { webhookId: number; statuses?: readonly EventDelivery['status'][] | undefined },
): Promise<Page<EventDelivery>> {
  const all = db.selectFrom('event_deliveries').selectAll().where('webhook_id', '=', webhookId).orderBy('id', 'desc');
  return pageOf(statuses === undefined ? all : all.where('status', 'in', statuses), page);
}

/** Deletes at most `limit` deliveries that ended before this time. Returns how many were deleted. */
export async function purgeDeliveriesBefore(db: Kysely<Database>, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as materialized (select id from event_deliveries where status <> 'pending' and ended_at < ${before} limit ${limit})
    delete from event_deliveries using old where event_deliveries.id = old.id returning 1`.execute(db);
  return rows.length;
}

/** Deletes at most `limit` ended deliveries beyond the newest `max` of their account. Returns how many were deleted. */
export async function purgeDeliveriesBeyond(db: Kysely<Database>, max: number, limit: number): Promise<number> {
  const { rows } = await sql`
    with many as materialized (
      select account_id from event_deliveries where status <> 'pending' group by account_id having count(*) > ${max}),
    beyond as materialized (
      select old.id from many cross join lateral (
        select id from event_deliveries d where d.account_id = many.account_id and status <> 'pending'
        order by id desc offset ${max} limit ${limit}) old limit ${limit})
    delete from event_deliveries using beyond where event_deliveries.id = beyond.id returning 1`.execute(db);
  return rows.length;
}
