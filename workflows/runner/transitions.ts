/**
 * Writes the transitions of a claimed workflow. Each statement requires that the claim (worker id and epoch) still holds. A worker that has
 * lost the workflow writes nothing, and the function throws `Fenced`.
 */
import type { Database, Json, Workflow } from '@innkeeper/db/schema';
import { wakeWorkers } from '@innkeeper/db/wake-ups';
import type { Fault } from '@innkeeper/model/requests/fault';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { END } from './step-position.ts';

/** Error of a write whose claim no longer holds: the workflow was requeued, claimed again, superseded or ended. */
export class Fenced extends Error {
  constructor(id: number) {
    super(`workflow ${id} has another owner now`);
    this.name = 'Fenced';
  }
}

/**
 * The worker's copy of a claimed workflow's row. Each write updates the row and this object. `begun` are the steps whose start the last
 * claim or transition has recorded, some of them in advance.
 */
export type ClaimedWorkflow = Workflow & { worker_id: number; begun?: readonly string[] };

type MovedWorkflow = Pick<Workflow, 'cancel_reason'>;

/** A row of `workflow_steps`: the history of a step, for people to read. A rollback finds the started steps in these rows. */
export interface Trace {
  step: string;
  direction: 'forward' | 'back';
  attempts: number;
  startedAt: Date;
  finishedAt: Date | null;
  error: string | null;
}

/** A completed step: its result as JSON text, and its trace. */
export interface CompletedStep {
  name: string;
  value: string;
  trace: Trace;
}

/** Additional writes with the start of a step. */
export interface StepStart {
  /** Steps to record as started in advance. */
  names?: readonly string[];
  /** Update in the same statement (`Step.beginsWith`). */
  update?: ((held: RawBuilder<boolean>) => RawBuilder<unknown>) | undefined;
}

/** Records the start of the first step. */
export async function recordStepStart(
  db: Kysely<Database>,
  claimed: ClaimedWorkflow,
  name: string,
  { names = [], update }: StepStart = {},
): Promise<void> {
  const startedAt = claimed.step_started_at ?? claimed.run_at;
  const ahead = tracesStartedEarly(names, name, startedAt);
  await move(db, claimed, sql`step = ${name}`, [traceOf(claimed, name, {}), ...ahead], update);
  Object.assign(claimed, { step: name, begun: names });
}

/** Returns the record of the current step, which ends at `now`. A later write stores the record. `value` is JSON text. */
export function toCompletedStep(claimed: ClaimedWorkflow, name: string, value: string, now: Date): CompletedStep {
  return { name, value, trace: traceOf(claimed, name, { finishedAt: now }) };
}

/** Adds the results of completed steps to the worker's copy of the row. */
export function addToMemory(claimed: ClaimedWorkflow, ended: readonly CompletedStep[]): void {
  const results = ended.map(({ name, value }) => [name, JSON.parse(value) as Json]);
  claimed.memory = { ...(claimed.memory as Record<string, Json>), ...Object.fromEntries(results) };
}

/** Stores the results of completed steps and starts `next`. `spentMs` is the time that `next` has already spent. */
export async function recordResults(
  db: Kysely<Database>,
  claimed: ClaimedWorkflow,
  {
    ended,
    next,
    spentMs = 0,
    begins = {},
  }: { ended: readonly CompletedStep[]; next: string; spentMs?: number; begins?: StepStart },
  now: Date,
): Promise<void> {
  const set = sql`${mergeIntoMemory(ended)}, ${at(next, now, spentMs)}`;
  const ahead = tracesStartedEarly(begins.names ?? [], next, now);
  const traces = [...ended.map(({ trace }) => trace), ...begun(next, claimed.direction, now), ...ahead];
  await move(db, claimed, set, traces, begins.update);
  addToMemory(claimed, ended);
  advanceTo(claimed, next, now);
  claimed.spent_ms = spentMs;
  if (begins.names) claimed.begun = begins.names;
}

/**
 * Returns SQL that merges all results into `memory` as one parameter. The statement's text is therefore the same for any number of results.
 */
const mergeIntoMemory = (ended: readonly CompletedStep[]): RawBuilder<unknown> =>
  sql`memory = memory || ${`{${ended.map(({ name, value }) => `${JSON.stringify(name)}:${value}`).join()}}`}::jsonb`;

/** Starts the rollback with the undo of step `first`. `reason` is for the customer, `error` for the operator. */
export async function startRollback(
  db: Kysely<Database>,
  claimed: ClaimedWorkflow,
  why: { step: string; first: string; error: string; reason: string; fault: Fault | 'cancelled' },
  now: Date,
): Promise<void> {
  const { step, first, error, reason, fault } = why;
  const set = sql`direction = 'back', error = ${error}, reason = ${reason}, fault = ${fault}, ${at(first, now)}`;
  await move(db, claimed, set, [traceOf(claimed, step, { error }), ...begun(first, 'back', now)]);
  Object.assign(claimed, { direction: 'back', shown_state: 'undoing', error, reason, fault });
  advanceTo(claimed, first, now);
}

/** Records that the undo of step `name` is done, and starts `next`. */
export async function recordUndone(
  db: Kysely<Database>,
  claimed: ClaimedWorkflow,
  name: string,
  next: string,
  now: Date,
): Promise<void> {
  await move(db, claimed, at(next, now), [traceOf(claimed, name, { finishedAt: now }), ...begun(next, 'back', now)]);
  advanceTo(claimed, next, now);
}

/** Lists the names of the steps whose `run` was started. Includes `end` if the last transaction failed. */
export async function listStartedSteps(db: Kysely<Database>, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('workflow_steps')
    .select('step')
    .where('workflow_id', '=', id)
    .where('direction', '=', 'forward')
    .execute();
  return rows.map((row) => row.step);
}

/**
 * Releases the workflow until `runAt`. `spentMs` is the time that the step will have spent by then. With `failed`, counts a failed attempt
 * of that step. Without `failed`, the step only waits.
 */
export async function releaseClaim(
  db: Kysely<Database>,
  claimed: ClaimedWorkflow,
  until: { runAt: Date; spentMs: number; state?: 'queued' | 'stuck'; failed?: { step: string; error: string } },
): Promise<void> {
  const { failed } = until;
  const attempts = claimed.attempts + (failed ? 1 : 0);
  // During a rollback the row keeps the error that caused it. The undo's own error is in its trace.
  const error = failed && claimed.direction === 'forward' ? failed.error : claimed.error;
  const set = sql`state = ${until.state ?? 'queued'}, worker_id = null, lease_until = null, run_at = ${until.runAt},
    spent_ms = ${until.spentMs}, attempts = ${attempts}::int, error = ${error}`;
  await move(db, claimed, set, failed ? [traceOf(claimed, failed.step, { attempts, error: failed.error })] : []);
  claimed.run_at = until.runAt;
}

/** Requeues the workflow for another node and wakes the workers. */
export async function handOver(
  db: Kysely<Database>,
  claimed: ClaimedWorkflow,
  nodeId: number,
  { runAt, spentMs }: { runAt: Date; spentMs: number },
): Promise<void> {
  await move(
    db,
    claimed,
    sql`state = 'queued', worker_id = null, lease_until = null, node_id = ${nodeId}::int, run_at = ${runAt}, spent_ms = ${spentMs}`,
    [],
  );
  claimed.run_at = runAt;
  await wakeWorkers(db);
}

/** Locks the row until the transaction ends. Throws `Fenced` unless the claim still holds and the row is at the same step, going forward. */
export async function lockClaimed(trx: Transaction<Database>, { id, epoch, worker_id, step }: ClaimedWorkflow): Promise<void> {
  const row = await trx
    .selectFrom('workflows')
    .select('id')
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('worker_id', '=', worker_id)
    .where('state', '=', 'running')
    .where('direction', '=', 'forward')
    .where('step', '=', step)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Fenced(id);
}

/**
 * Ends the workflow in the caller's transaction, and so locks its row. `ended` are completed steps whose results are not written yet.
 */
export async function endClaimed(
  trx: Kysely<Database>,
  claimed: ClaimedWorkflow,
  state: 'done' | 'undone',
  now: Date,
  ended: readonly CompletedStep[] = [],
): Promise<void> {
  const set = sql`state = ${state}, worker_id = null, lease_until = null, finished_at = ${now}, ${mergeIntoMemory(ended)}, step = ${END}`;
  await move(trx, claimed, set, [...ended.map(({ trace }) => trace), traceOf(claimed, END, { finishedAt: now })]);
}

/**
 * Applies a write if the claim still holds, and throws `Fenced` otherwise. The same statement reads `cancel_reason` into `claimed`.
 */
async function move(
  db: Kysely<Database>,
  claimed: ClaimedWorkflow,
  set: RawBuilder<unknown>,
  traces: readonly Trace[],
  update?: StepStart['update'],
): Promise<void> {
  const fenced = sql<MovedWorkflow>`update workflows set ${set}
    where id = ${claimed.id} and epoch = ${claimed.epoch} and worker_id = ${claimed.worker_id} and state = 'running' returning id, cancel_reason`;
  const updated = update ? sql`, updated as (${update(sql<boolean>`exists (select from moved)`)})` : sql``;
  const query = traces.length === 0 ? fenced : sql<MovedWorkflow>`with moved as (${fenced})${updated} ${traced(traces)}`;
  const { rows } = await query.execute(db);
  const [row] = rows;
  if (!row) throw new Fenced(claimed.id);
  claimed.cancel_reason = row.cancel_reason;
}

function traced(traces: readonly Trace[]): RawBuilder<unknown> {
  const rows = traces.map(
    (trace) => sql`(${trace.step}::text, ${trace.direction}::text, ${trace.attempts}::int, ${trace.startedAt}::timestamptz,
      ${trace.finishedAt}::timestamptz, ${trace.error}::text)`,
  );
  return sql`insert into workflow_steps as told (workflow_id, step, direction, attempts, started_at, finished_at, error)
    select id, trace.* from moved, (values ${sql.join(rows)}) as trace
    on conflict (workflow_id, step, direction) do update set attempts = excluded.attempts, started_at = excluded.started_at,
      finished_at = excluded.finished_at, error = coalesce(excluded.error, told.error)
    returning (select cancel_reason from moved)`;
}

/** Returns the trace of a step that starts with this write. Empty for `end`, whose trace `endClaimed` writes. */
function begun(step: string, direction: Trace['direction'], startedAt: Date): Trace[] {
  return step === END ? [] : [{ step, direction, attempts: 1, startedAt, finishedAt: null, error: null }];
}

/** Returns the traces of the steps that are recorded as started in advance, together with the start of `name`. */
const tracesStartedEarly = (names: readonly string[], name: string, startedAt: Date): Trace[] =>
  names.flatMap((other) => (other === name ? [] : begun(other, 'forward', startedAt)));

function traceOf(claimed: ClaimedWorkflow, step: string, fields: Partial<Trace>): Trace {
  const trace: Trace = {
    step,
    direction: claimed.direction,
    attempts: claimed.attempts + 1,
    startedAt: claimed.step_started_at ?? claimed.run_at,
    finishedAt: null,
    error: null,
  };
  return { ...trace, ...fields };
}

const at = (step: string, now: Date, spentMs = 0): RawBuilder<unknown> =>
  sql`step = ${step}, attempts = 0, percent = null, step_started_at = ${now}, spent_ms = ${spentMs}, counted_at = now()`;

/** Moves the worker's copy of the row to another step. If the caller does not write the row too, the next write updates the row. */
export function advanceTo(claimed: ClaimedWorkflow, step: string, now: Date): void {
  Object.assign(claimed, { step, attempts: 0, percent: null, step_started_at: now, spent_ms: 0 });
}
