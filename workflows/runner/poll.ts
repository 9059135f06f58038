/** What a worker's look for work asks the database: all questions in one statement, since a worker that has nothing to do asks them every second. */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';
import { type Claim, due, orphaned, served, WAITING } from './claim.ts';

export interface Poll extends Pick<Claim, 'workerId' | 'kinds' | 'nodes' | 'now'> {
  /** What this worker runs, and so does not claim. */
  running: readonly number[];
  /** Whether to look for orphans and for ends that were missed, too. */
  beat: boolean;
}

export interface Found {
  /** Workflows of workers that are gone. Always false when there is no `beat`, as the next. */
  orphans: boolean;
  /** Superseded workflows that nobody runs and nobody has ended. */
  superseded: boolean;
  /** Whether anything may be claimed now, as far as shares and running workflows allow. */
  due: boolean;
  /** When something is due next; null when nothing waits for its time. */
  nextAt: Date | null;
  /** Of what this worker runs: what was superseded, or is to be cancelled and why. */
  told: readonly { id: number; superseded: boolean; cancelReason: string | null }[];
}

/** Waits for nobody: a worker that finds nothing to do, as a rule, disturbs nobody. */
export async function poll(db: Kysely<Database>, { workerId, kinds, nodes, now, running, beat }: Poll): Promise<Found> {
  const mine = sql`${[...running]}::int[]`;
  const ours = sql`${WAITING} and ${served(nodes)} and kind = any(${kinds}::text[]) and id <> all(${mine})`;
  const { rows } = await sql<Found>`
    select
      ${beat}::boolean and exists (select from workflows as held where ${orphaned(workerId, running)}) as orphans,
      ${beat}::boolean and exists (
        select from workflows where superseded_by is not null and finished_at is null and state <> 'running') as superseded,
      exists (select from workflows where ${ours} and ${due(now)}) as due,
      (select min(run_at) from workflows where ${ours} and superseded_by is null and run_at > ${now}) as "nextAt",
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'superseded', superseded_by is not null, 'cancelReason', cancel_reason)), '[]')
        from workflows
        where id = any(${mine}) and finished_at is null and (superseded_by is not null or cancel_asked_at is not null)) as told`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('a select without a table returned no row');
  return found;
}
