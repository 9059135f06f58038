/** Claims due workflows for a worker, and requeues workflows whose worker is gone. */
import type { Database } from '@innkeeper/db/schema';
import { inTransaction, sqlState, together } from '@innkeeper/db/transaction';
import { laneOf } from '@innkeeper/domain/workflows/kinds';
import { type Kysely, sql } from 'kysely';
import type { Shares } from './shares.ts';
import { spentMsUntil } from './time-in-hand.ts';
import type { Timings } from './timings.ts';
import type { ClaimedWorkflow } from './transitions.ts';

/** First key of the session advisory lock by which a worker shows that it is alive. The second key is the worker id. */
export const WORKER_LOCKS = 0x1e55;

const UNIQUE_VIOLATION = '23505';

/** Maximum time in milliseconds for which a worker that hangs during a claim blocks other workers. */
const CLAIM_MS = 2_000;

export interface Claim {
  workerId: number;
  kinds: readonly string[];
  /** Steps that the first claim of a workflow records as started, in order, by kind. Claims of other kinds record no step. */
  begins?: ReadonlyMap<string, readonly string[]>;
  /** Ids of the nodes that the worker serves, or `null` for all nodes. */
  nodes: readonly number[] | null;
  /** True if the worker also claims workflows without a node, as the first host's worker does. */
  claimsNodeless: boolean;
  /** Workflows whose last run in this process has not finished yet. */
  except: readonly number[];
  limit: number;
  shares: Shares;
  now: Date;
  timings: Timings;
}

export interface ClaimResult {
  claimed: ClaimedWorkflow[];
  /** `true` if more workflows may be due, for example workflows without a free slot or whose resource is busy. */
  more: boolean;
}

/**
 * Claims due workflows of known kinds, at most one per resource, within the shares of their lane and account. Each claimed workflow gets a
 * new epoch. The first claim of a workflow also records the start of its first step. Accounts with the fewest running workflows in a lane
 * come first, and then the workflows that have waited longest.
 *
 * Only one worker claims at a time, so that the limits over all workers are exact. Other workers wait for an advisory lock. Call this
 * function only if a workflow is due (`poll.ts`).
 */
export async function claim(db: Kysely<Database>, request: Claim): Promise<ClaimResult> {
  try {
    return await inTransaction(db, async (trx) => {
      const idle = sql`set_config('idle_in_transaction_session_timeout', ${String(CLAIM_MS)}, true)`;
      const lock = sql`select ${idle}, pg_advisory_xact_lock(hashtextextended('claim', 0))`;
      // Both statements are sent together. The second statement sees everything committed before the first got its lock.
      const [, taken] = await together(lock.execute(trx), claimBatch(trx, request));
      return taken;
    });
  } catch (error) {
    // The batch had two workflows of one resource, so the unique index rejected it.
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    if (request.limit === 1) return { claimed: [], more: true };
    return claim(db, { ...request, limit: 1 });
  }
}

const NOTHING: ReadonlyMap<string, readonly string[]> = new Map();

/** Condition of the partial index `workflows_due`. */
export const WAITING = sql`state in ('queued', 'stuck')`;

/** Returns the condition for due workflows. A cancelled workflow is due before its `run_at`. A superseded workflow is never due. */
export const due = (now: Date) =>
  sql`((run_at <= ${now} or cancel_asked_at is not null and direction = 'forward') and superseded_by is null)`;

/**
 * Returns the condition for workflows that a worker of these nodes may claim. Workflows of another node wait for that node's worker,
 * without a time limit. Workflows without a node wait for the first host's worker, because they may need settings that only it has.
 */
export function servedBy({ nodes, claimsNodeless }: Pick<Claim, 'nodes' | 'claimsNodeless'>) {
  const ofNodes = nodes === null ? sql`node_id is not null` : sql`node_id = any(${[...nodes]}::int[])`;
  return claimsNodeless ? sql`(node_id is null or ${ofNodes})` : ofNodes;
}

/**
 * Claims workflows in one statement. `turn` is a workflow's rank in its account and lane, after running workflows. The first workflow of
 * every account therefore comes before the second of any account.
 *
 * A rollback counts as interactive in any lane, because it is short and other work waits for its resources. So do the last steps of a live move.
 */
async function claimBatch(db: Kysely<Database>, request: Claim): Promise<ClaimResult> {
  const { workerId, kinds, except, limit, shares, now, timings, begins = NOTHING } = request;
  const first = [...begins].flatMap(([kind, steps]) => steps.map((step, place) => ({ kind, step, place })));
  const { lanes, nonInteractive } = shares;
  const column = (name: 'perWorker' | 'total' | 'perAccount') => lanes.map((share) => share[name]);
  // The parts are materialized, because the planner may otherwise run the limited part once per row that it might update.
  const { rows } = await sql<ClaimedWorkflow & { more: boolean }>`
    with kinds as materialized (select * from unnest(${kinds}::text[], ${kinds.map(laneOf)}::text[]) as k (kind, lane)),
    shares as materialized (
      select * from unnest(${lanes.map(({ lane }) => lane)}::text[], ${column('perWorker')}::int[], ${column('total')}::int[],
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
      where ${WAITING} and ${due(now)} and ${servedBy(request)} and id <> all(${except}::int[])),
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
      where lane = 'interactive' or seat + (select sum(patient) from busy) <= ${nonInteractive}::int
      order by lane <> 'interactive', turn, run_at, id limit ${limit}),
    free as materialized (
      select id, step is null and cancel_asked_at is null as fresh from workflows
      where id in (select id from chosen) and state in ('queued', 'stuck') and ${servedBy(request)} for update skip locked),
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

/**
 * Lane of a row of `workflows` joined with its kind. After the switch of a live move its guest waits for these steps, so they do not queue
 * behind copies.
 */
const LANE = sql`case
  when direction = 'back' or kind = 'server.migrate' and step in ('settle', 'clean-up') then 'interactive'
  else coalesce(lane, 'build') end`;

export interface Orphans {
  workerId: number;
  /** Workflows that this worker is running. */
  running: readonly number[];
  now: Date;
  timings: Timings;
}

/**
 * Returns the condition for workflows that no worker runs. The session of the worker is gone, the lease has expired, or this worker has the
 * claim but does not run the workflow. The query must name the table `held`.
 */
export const orphaned = (workerId: number, running: readonly number[]) => sql`state = 'running' and (
  lease_until < now()
  or worker_id = ${workerId} and id <> all(${[...running]}::int[])
  or not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = ${WORKER_LOCKS}::int::oid and objid = held.worker_id::oid and objsubid = 2 and granted))`;

/**
 * Requeues workflows whose worker is gone and returns their ids. Each lost worker counts as an attempt. An undo with more than 10 attempts
 * waits `stuckMs`.
 */
export async function freeOrphans(db: Kysely<Database>, { workerId, running, now, timings }: Orphans): Promise<number[]> {
  const slowly = new Date(now.getTime() + timings.stuckMs);
  const { rows } = await sql<{ id: number }>`
    with orphans as materialized (
      select id from workflows as held where ${orphaned(workerId, running)} for update skip locked)
    update workflows set state = 'queued', worker_id = null, lease_until = null, attempts = attempts + 1,
      spent_ms = ${spentMsUntil(lastSign(timings))},
      run_at = case when direction = 'back' and attempts > ${SLOW_AFTER} then ${slowly}::timestamptz else ${now}::timestamptz end
    from orphans where workflows.id = orphans.id
    returning workflows.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Number of attempts of an undo, including lost workers, after which the undo is retried as rarely as a stuck undo. */
const SLOW_AFTER = 10;

/** Returns the time of the last lease renewal of a lost worker. */
const lastSign = (timings: Timings) => sql`least(now(), lease_until - make_interval(secs => ${timings.leaseMs / 1000}))`;

/** Returns the end of a new lease, by the database's clock, which all workers share. */
export const leaseEnd = (timings: Timings) => sql`now() + make_interval(secs => ${timings.leaseMs / 1000})`;
