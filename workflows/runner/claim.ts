/** Claims: workers claim due workflows, and free those of workers that are gone. */
import type { Database } from '@innkeeper/db/schema';
import { inTransaction, sqlState, together } from '@innkeeper/db/transaction';
import { laneOf } from '@innkeeper/domain/workflows/kinds';
import { type Kysely, sql } from 'kysely';
import type { Shares } from './shares.ts';
import { countedTo } from './time-in-hand.ts';
import type { Timings } from './timings.ts';
import type { Claimed } from './transitions.ts';

/** First key of the session advisory lock by which a worker shows that it lives; the second is its id. */
export const WORKER_LOCKS = 0x1e55;

const UNIQUE_VIOLATION = '23505';

/** A worker that hangs during a claim blocks the others for at most this long. */
const CLAIM_MS = 2_000;

export interface Claim {
  workerId: number;
  kinds: readonly string[];
  /** The steps that begin with the first claim of a kind, in their order; none for what is not here. */
  begins?: ReadonlyMap<string, readonly string[]>;
  /** Ids of the nodes it serves, besides workflows of no node; null: all. */
  nodes: readonly number[] | null;
  /** Workflows whose last run in this process has not come to rest yet. */
  except: readonly number[];
  limit: number;
  shares: Shares;
  now: Date;
  timings: Timings;
}

export interface Taken {
  claimed: Claimed[];
  /** Whether more is due, as far as is known: what found no place, or whose resource has a workflow that runs. */
  more: boolean;
}

/**
 * Takes due workflows of known kinds, at most one per resource, each with a new epoch and its first step begun, and none beyond the shares of its lane and
 * its account: accounts that run least in a lane come first, then what waits longest. One worker claims at a time, so that the
 * limits over all workers are exact; the others claim a moment later. To be called when something is due (`poll.ts`).
 */
export async function claim(db: Kysely<Database>, wanted: Claim): Promise<Taken> {
  try {
    return await inTransaction(db, async (trx) => {
      const idle = sql`set_config('idle_in_transaction_session_timeout', ${String(CLAIM_MS)}, true)`;
      const lock = sql`select ${idle}, pg_advisory_xact_lock(hashtextextended('claim', 0))`;
      // Sent at once; the second sees what was committed when the first had its lock.
      const [, taken] = await together(lock.execute(trx), take(trx, wanted));
      return taken;
    });
  } catch (error) {
    // Two of one resource in one statement: the index let none of this batch through.
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    if (wanted.limit === 1) return { claimed: [], more: true };
    return claim(db, { ...wanted, limit: 1 });
  }
}

const NOTHING: ReadonlyMap<string, readonly string[]> = new Map();

/** By the index of what is due. */
export const WAITING = sql`state in ('queued', 'stuck')`;

/** What shall roll back does not wait for its time; a workflow whose lock was taken over is not due. */
export const due = (now: Date) =>
  sql`((run_at <= ${now} or cancel_asked_at is not null and direction = 'forward') and superseded_by is null)`;

/** The other nodes' workflows wait for the workers of those, however long they are away. */
export const served = (nodes: readonly number[] | null) =>
  nodes === null ? sql`true` : sql`(node_id is null or node_id = any(${[...nodes]}::int[]))`;

/**
 * `turn`: its place among what its account has of the lane, running ones counted, so that everybody's first comes before
 * anybody's second. What goes back is short work wherever it came from, and what it frees is waited for.
 */
async function take(db: Kysely<Database>, wanted: Claim): Promise<Taken> {
  const { workerId, kinds, nodes, except, limit, shares, now, timings, begins = NOTHING } = wanted;
  const first = [...begins].flatMap(([kind, steps]) => steps.map((step, place) => ({ kind, step, place })));
  const { lanes, patient } = shares;
  const column = (name: 'here' | 'everywhere' | 'perAccount') => lanes.map((share) => share[name]);
  // Materialized: else the planner may run the limited part once for every row that it might update.
  const { rows } = await sql<Claimed & { more: boolean }>`
    with kinds as materialized (select * from unnest(${kinds}::text[], ${kinds.map(laneOf)}::text[]) as k (kind, lane)),
    shares as materialized (
      select * from unnest(${lanes.map(({ lane }) => lane)}::text[], ${column('here')}::int[], ${column('everywhere')}::int[],
        ${column('perAccount')}::int[]) as s (lane, here, everywhere, per_account)),
    running as materialized (
      select ${LANE} as lane, account_id, worker_id = ${workerId} as mine
      from workflows left join kinds using (kind) where state = 'running'),
    busy as materialized (
      select lane, count(r.lane)::int as n, (count(r.lane) filter (where mine))::int as here, (count(r.lane) filter (where mine and lane <> 'interactive'))::int as patient
      from shares left join running r using (lane) group by lane),
    of_account as materialized (select lane, account_id, count(*)::int as n from running group by lane, account_id),
    due as materialized (
      select id, run_at, account_id, ${LANE} as lane, exists (
          select 1 from workflows as other
          where other.state = 'running' and other.resource_kind = due.resource_kind and other.resource_id = due.resource_id) as blocked
      from workflows as due join kinds using (kind)
      where ${WAITING} and ${due(now)} and ${served(nodes)} and id <> all(${except}::int[])),
    turns as (
      select due.*, coalesce(of_account.n, 0) + row_number() over (partition by due.lane, due.account_id order by run_at, id) as turn
      from due left join of_account on of_account.lane = due.lane and of_account.account_id = due.account_id where not blocked),
    places as (
      select turns.*, row_number() over (partition by lane order by turn, run_at, id) as place
      from turns join shares using (lane) where account_id is null or turn <= per_account),
    seats as (
      select places.*, row_number() over (partition by lane = 'interactive' order by turn, run_at, id) as seat
      from places join shares using (lane) join busy using (lane)
      where place + busy.here <= shares.here and place + busy.n <= everywhere),
    chosen as materialized (
      select id from seats
      where lane = 'interactive' or seat + (select sum(patient) from busy) <= ${patient}::int
      order by lane <> 'interactive', turn, run_at, id limit ${limit}),
    free as materialized (
      select id, step is null and cancel_asked_at is null as fresh from workflows
      where id in (select id from chosen) and state in ('queued', 'stuck') and ${served(nodes)} for update skip locked),
    first as materialized (
      select * from unnest(${first.map(({ kind }) => kind)}::text[], ${first.map(({ step }) => step)}::text[],
        ${first.map(({ place }) => place)}::int[]) as f (kind, name, place)),
    claimed as (
      update workflows set state = 'running', worker_id = ${workerId}, epoch = epoch + 1, counted_at = now(),
        lease_until = ${leaseEnd(timings)}, step_started_at = coalesce(step_started_at, ${now}), begun_at = coalesce(begun_at, ${now}),
        step = case when fresh then (select name from first where first.kind = workflows.kind and place = 0) else step end
      from free where workflows.id = free.id
      returning workflows.*),
    told as (
      insert into workflow_steps (workflow_id, step, direction, started_at)
      select id, name, 'forward', step_started_at from claimed join free using (id) join first using (kind)
      where fresh order by id, place
      on conflict do nothing)
    select claimed.*, (select count(*) from due) > (select count(*) from free) as more, case when fresh then array(select name from first where first.kind = claimed.kind) else '{}' end as begun
    from claimed join free using (id)`.execute(db);
  const claimed = rows.map(({ more: _, ...row }) => row);
  return { claimed, more: rows.length === 0 || rows.some(({ more }) => more) };
}

/** Of a row of `workflows` joined with its kind. */
const LANE = sql`case when direction = 'back' then 'interactive' else coalesce(lane, 'build') end`;

export interface Orphans {
  workerId: number;
  /** What this worker knows that it runs. */
  running: readonly number[];
  now: Date;
  timings: Timings;
}

/**
 * True of a row `held` of `workflows` that runs nowhere: its worker's session is gone, or its lease has run out, or it is this
 * worker and does not know of it.
 */
export const orphaned = (workerId: number, running: readonly number[]) => sql`state = 'running' and (
  lease_until < now()
  or worker_id = ${workerId} and id <> all(${[...running]}::int[])
  or not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = ${WORKER_LOCKS}::int::oid and objid = held.worker_id::oid and objsubid = 2 and granted))`;

/**
 * Queues again what runs nowhere. A lost worker counts as an attempt; an undo that loses many workers is retried slowly.
 */
export async function freeOrphans(db: Kysely<Database>, { workerId, running, now, timings }: Orphans): Promise<number[]> {
  const slowly = new Date(now.getTime() + timings.stuckMs);
  const { rows } = await sql<{ id: number }>`
    with orphans as materialized (
      select id from workflows as held where ${orphaned(workerId, running)} for update skip locked)
    update workflows set state = 'queued', worker_id = null, lease_until = null, attempts = attempts + 1,
      spent_ms = ${countedTo(lastSign(timings))},
      run_at = case when direction = 'back' and attempts > ${SLOW_AFTER} then ${slowly}::timestamptz else ${now}::timestamptz end
    from orphans where workflows.id = orphans.id
    returning workflows.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Lost workers and failures of one undo after which it comes back as rarely as one that is stuck. */
const SLOW_AFTER = 10;

/** Of a worker that is gone: its last renewal. */
const lastSign = (timings: Timings) => sql`least(now(), lease_until - make_interval(secs => ${timings.leaseMs / 1000}))`;

/** Leases use the database's clock, which all workers share. */
export const leaseEnd = (timings: Timings) => sql`now() + make_interval(secs => ${timings.leaseMs / 1000})`;
