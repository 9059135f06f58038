/** Who runs what: workers take due workflows, and free those of workers that are gone. */
import type { Database } from '@innkeeper/db/schema';
import { sqlState } from '@innkeeper/db/transaction';
import { type Kysely, sql } from 'kysely';
import type { Held } from './moves.ts';
import type { Pace } from './pace.ts';

/** First key of the session advisory lock by which a worker shows that it lives; the second is its id. */
export const WORKER_LOCKS = 0x1e55;

const UNIQUE_VIOLATION = '23505';

export interface Claim {
  workerId: number;
  kinds: readonly string[];
  /** Workflows whose last run in this process has not come to rest yet. */
  except: readonly number[];
  limit: number;
  now: Date;
  pace: Pace;
}

/**
 * Takes due workflows of known kinds, at most one per resource, each with a new epoch. SKIP LOCKED lets workers that look
 * at the same moment take different ones.
 */
export async function claim(db: Kysely<Database>, wanted: Claim): Promise<Held[]> {
  try {
    return await take(db, wanted);
  } catch (error) {
    // Two of one resource in one statement, or by two workers at once: the index let none of this batch through.
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    if (wanted.limit === 1) return [];
    return claim(db, { ...wanted, limit: 1 });
  }
}

async function take(db: Kysely<Database>, { workerId, kinds, except, limit, now, pace }: Claim): Promise<Held[]> {
  // Materialized: else the planner may run the limited part once for every row that it might update.
  const { rows } = await sql<Held>`
    with due as materialized (
      select id from workflows as due
      where state in ('queued', 'stuck') and run_at <= ${now} and kind = any(${kinds}::text[]) and id <> all(${except}::int[])
        and not exists (
          select 1 from workflows as other
          where other.state = 'running' and other.resource_kind = due.resource_kind and other.resource_id = due.resource_id)
      order by run_at, id limit ${limit} for update skip locked)
    update workflows set state = 'running', worker_id = ${workerId}, epoch = epoch + 1,
      lease_until = ${leaseEnd(pace)}, step_started_at = coalesce(step_started_at, ${now}), begun_at = coalesce(begun_at, ${now})
    from due where workflows.id = due.id
    returning workflows.*`.execute(db);
  return rows;
}

export interface Orphans {
  workerId: number;
  /** What this worker knows that it runs. */
  running: readonly number[];
  now: Date;
  pace: Pace;
}

/**
 * Queues again what runs nowhere: its worker's session is gone, or silent for longer than its lease, or it is this worker
 * and does not know of it. A lost worker counts as an attempt; what loses many on its way back comes slowly.
 */
export async function freeOrphans(db: Kysely<Database>, { workerId, running, now, pace }: Orphans): Promise<number[]> {
  const slowly = new Date(now.getTime() + pace.stuckMs);
  const { rows } = await sql<{ id: number }>`
    with orphans as materialized (
      select id from workflows as held
      where state = 'running' and (
        lease_until < now()
        or worker_id = ${workerId} and id <> all(${running}::int[])
        or not exists (
          select 1 from pg_locks
          where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
            and classid = ${WORKER_LOCKS}::int::oid and objid = held.worker_id::oid and objsubid = 2 and granted))
      for update skip locked)
    update workflows set state = 'queued', worker_id = null, lease_until = null, attempts = attempts + 1,
      run_at = case when direction = 'back' and attempts > ${SLOW_AFTER} then ${slowly}::timestamptz else ${now}::timestamptz end
    from orphans where workflows.id = orphans.id
    returning workflows.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Lost workers and failures of one undo after which it comes back at the pace of the stuck. */
const SLOW_AFTER = 10;

/** Leases are told by the database's clock, the one that all workers share. */
export const leaseEnd = (pace: Pace) => sql`now() + make_interval(secs => ${pace.leaseMs / 1000})`;
