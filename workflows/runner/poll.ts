/** Polls the database for a worker. One statement does all checks, because even an idle worker polls every second. */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';
import { type Claim, due, orphaned, servedBy, WAITING } from './claim.ts';

export interface Poll extends Pick<Claim, 'workerId' | 'kinds' | 'nodes' | 'claimsNodeless' | 'now'> {
  /** Workflows that this worker runs, and therefore does not claim. */
  running: readonly number[];
  /** `true` to check also for workflows of lost workers and for superseded workflows. */
  beat: boolean;
}

export interface PollResult {
  /** `true` if there are workflows of lost workers. Always `false` without `beat`, like `superseded`. */
  orphans: boolean;
  /** `true` if there are superseded workflows that neither run nor have ended. */
  superseded: boolean;
  /** `true` if any workflow is due now. Shares and running workflows may still prevent a claim. */
  due: boolean;
  /** Time at which the next workflow is due, or `null` if no workflow is scheduled. */
  nextAt: Date | null;
  /** Workflows of this worker that were superseded, or whose cancellation was requested. */
  notified: readonly { id: number; superseded: boolean; cancelReason: string | null }[];
}

/** Polls without locking rows, because most polls find nothing and must not block other workers. */
export async function poll(db: Kysely<Database>, request: Poll): Promise<PollResult> {
  const { workerId, kinds, now, running, beat } = request;
  const mine = sql`${[...running]}::int[]`;
  const claimable = sql`${WAITING} and ${servedBy(request)} and kind = any(${kinds}::text[]) and id <> all(${mine})`;
  const { rows } = await sql<PollResult>`
    select
      ${beat}::boolean and exists (select from workflows as held where ${orphaned(workerId, running)}) as orphans,
      ${beat}::boolean and exists (
        select from workflows where superseded_by is not null and finished_at is null and state <> 'running') as superseded,
      exists (select from workflows where ${claimable} and ${due(now)}) as due,
      (select min(run_at) from workflows where ${claimable} and superseded_by is null and run_at > ${now}) as "nextAt",
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'superseded', superseded_by is not null, 'cancelReason', cancel_reason)), '[]')
        from workflows
        where id = any(${mine}) and finished_at is null and (superseded_by is not null or cancel_asked_at is not null)) as notified`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('a select without a table returned no row');
  return found;
}
