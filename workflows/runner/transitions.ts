/**
 * All writes of a worker to a workflow that it has claimed. Each names the claim (worker and epoch): a worker that has lost the
 * workflow writes nothing and gets `Fenced`.
 */
import type { Database, Json, Workflow } from '@innkeeper/db/schema';
import { wakeWorkers } from '@innkeeper/db/wake-ups';
import type { Fault } from '@innkeeper/model/fault';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { END } from './step-position.ts';

/** Another worker has it now. */
export class Fenced extends Error {
  constructor(id: number) {
    super(`workflow ${id} has another owner now`);
    this.name = 'Fenced';
  }
}

/**
 * The row of a claimed workflow; each write updates both the row and this object. `begun`: the steps that this claim, or a later write of
 * this run, has begun ahead of their turn.
 */
export type Claimed = Workflow & { worker_id: number; begun?: readonly string[] };

type Moved = Pick<Workflow, 'cancel_reason'>;

/** A line of `workflow_steps`: what people read. */
export interface Trace {
  step: string;
  direction: 'forward' | 'back';
  attempts: number;
  startedAt: Date;
  finishedAt: Date | null;
  error: string | null;
}

/** A step that has ended: its result as JSON text, and its line. */
export interface Ended {
  name: string;
  value: string;
  trace: Trace;
}

/** What begins: further steps besides the next one, and an update that is part of its begin. */
export interface Beginning {
  names?: readonly string[];
  update?: ((held: RawBuilder<boolean>) => RawBuilder<unknown>) | undefined;
}

/** Writes down that the first step begins. */
export async function begin(
  db: Kysely<Database>,
  claimed: Claimed,
  name: string,
  { names = [], update }: Beginning = {},
): Promise<void> {
  const startedAt = claimed.step_started_at ?? claimed.run_at;
  const ahead = begunAhead(names, name, startedAt);
  await move(db, claimed, sql`step = ${name}`, [traceOf(claimed, name, {}), ...ahead], update);
  Object.assign(claimed, { step: name, begun: names });
}

/** That the step at which it stands has ended. `value` is JSON text. */
export function endedNow(claimed: Claimed, name: string, value: string, now: Date): Ended {
  return { name, value, trace: traceOf(claimed, name, { finishedAt: now }) };
}

/** The results of steps that have ended, in the worker's copy of the row. */
export function addToMemory(claimed: Claimed, ended: readonly Ended[]): void {
  const results = ended.map(({ name, value }) => [name, JSON.parse(value) as Json]);
  claimed.memory = { ...(claimed.memory as Record<string, Json>), ...Object.fromEntries(results) };
}

/** Remembers the results of the steps that have ended, and begins `next`, of which `spentMs` have passed. */
export async function remember(
  db: Kysely<Database>,
  claimed: Claimed,
  { ended, next, spentMs = 0, begins = {} }: { ended: readonly Ended[]; next: string; spentMs?: number; begins?: Beginning },
  now: Date,
): Promise<void> {
  const set = sql`${remembered(ended)}, ${at(next, now, spentMs)}`;
  const ahead = begunAhead(begins.names ?? [], next, now);
  const traces = [...ended.map(({ trace }) => trace), ...begun(next, claimed.direction, now), ...ahead];
  await move(db, claimed, set, traces, begins.update);
  addToMemory(claimed, ended);
  goOn(claimed, next, now);
  claimed.spent_ms = spentMs;
  if (begins.names) claimed.begun = begins.names;
}

/** One value, so that the statement's text is the same for any number of results. */
const remembered = (ended: readonly Ended[]): RawBuilder<unknown> =>
  sql`memory = memory || ${`{${ended.map(({ name, value }) => `${JSON.stringify(name)}:${value}`).join()}}`}::jsonb`;

/** Starts the rollback with the undo of step `first`. `reason` is for the customer, `error` for the operator. */
export async function startRollback(
  db: Kysely<Database>,
  claimed: Claimed,
  why: { step: string; first: string; error: string; reason: string; fault: Fault | 'cancelled' },
  now: Date,
): Promise<void> {
  const { step, first, error, reason, fault } = why;
  const set = sql`direction = 'back', error = ${error}, reason = ${reason}, fault = ${fault}, ${at(first, now)}`;
  await move(db, claimed, set, [traceOf(claimed, step, { error }), ...begun(first, 'back', now)]);
  Object.assign(claimed, { direction: 'back', shown_state: 'undoing', error, reason, fault });
  goOn(claimed, first, now);
}

/** The undo of step `name` is done, and `next` begins. */
export async function recordUndone(db: Kysely<Database>, claimed: Claimed, name: string, next: string, now: Date): Promise<void> {
  await move(db, claimed, at(next, now), [traceOf(claimed, name, { finishedAt: now }), ...begun(next, 'back', now)]);
  goOn(claimed, next, now);
}

/** Names of the steps that were begun on the way forward; `end` when the last transaction failed. */
export async function begunSteps(db: Kysely<Database>, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('workflow_steps')
    .select('step')
    .where('workflow_id', '=', id)
    .where('direction', '=', 'forward')
    .execute();
  return rows.map((row) => row.step);
}

/**
 * Releases the workflow until `runAt`, when the step will have spent `spentMs`. `failed`: an attempt of `step` failed, and is
 * counted; otherwise the step only waits.
 */
export async function releaseClaim(
  db: Kysely<Database>,
  claimed: Claimed,
  until: { runAt: Date; spentMs: number; state?: 'queued' | 'stuck'; failed?: { step: string; error: string } },
): Promise<void> {
  const { failed } = until;
  const attempts = claimed.attempts + (failed ? 1 : 0);
  // On the way back the row keeps why it turned; the undo's own error stands in its trace.
  const error = failed && claimed.direction === 'forward' ? failed.error : claimed.error;
  const set = sql`state = ${until.state ?? 'queued'}, worker_id = null, lease_until = null, run_at = ${until.runAt},
    spent_ms = ${until.spentMs}, attempts = ${attempts}::int, error = ${error}`;
  await move(db, claimed, set, failed ? [traceOf(claimed, failed.step, { attempts, error: failed.error })] : []);
  claimed.run_at = until.runAt;
}

/** Gives it to the worker of another node, which is told. */
export async function handOver(
  db: Kysely<Database>,
  claimed: Claimed,
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

/**
 * Ends the workflow in a transaction: locks the row if this claim still holds, and writes the end. `ended`: the steps whose results
 * are not written yet.
 */
export async function endClaimed(
  trx: Kysely<Database>,
  claimed: Claimed,
  state: 'done' | 'undone',
  now: Date,
  ended: readonly Ended[] = [],
): Promise<void> {
  const set = sql`state = ${state}, worker_id = null, lease_until = null, finished_at = ${now}, ${remembered(ended)}, step = ${END}`;
  await move(trx, claimed, set, [...ended.map(({ trace }) => trace), traceOf(claimed, END, { finishedAt: now })]);
}

/** Also learns whether it was asked back meanwhile, since the row is at hand. */
async function move(
  db: Kysely<Database>,
  claimed: Claimed,
  set: RawBuilder<unknown>,
  traces: readonly Trace[],
  update?: Beginning['update'],
): Promise<void> {
  const fenced = sql<Moved>`update workflows set ${set}
    where id = ${claimed.id} and epoch = ${claimed.epoch} and worker_id = ${claimed.worker_id} and state = 'running' returning id, cancel_reason`;
  const updated = update ? sql`, updated as (${update(sql<boolean>`exists (select from moved)`)})` : sql``;
  const query = traces.length === 0 ? fenced : sql<Moved>`with moved as (${fenced})${updated} ${traced(traces)}`;
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

/** The trace of what begins with this move. The end has its own, once it is there. */
function begun(step: string, direction: Trace['direction'], startedAt: Date): Trace[] {
  return step === END ? [] : [{ step, direction, attempts: 1, startedAt, finishedAt: null, error: null }];
}

/** Of the steps that begin with `name`, ahead of their turn. */
const begunAhead = (names: readonly string[], name: string, startedAt: Date): Trace[] =>
  names.flatMap((other) => (other === name ? [] : begun(other, 'forward', startedAt)));

function traceOf(claimed: Claimed, step: string, fields: Partial<Trace>): Trace {
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

/** The worker's copy of the row goes on to another step. Where the row itself is not written at the same time, it follows with the next write. */
export function goOn(claimed: Claimed, step: string, now: Date): void {
  Object.assign(claimed, { step, attempts: 0, percent: null, step_started_at: now, spent_ms: 0 });
}
