/**
 * Every write of a worker to a workflow that it holds. Each names the claim (worker and epoch) under which it was decided:
 * a worker that has lost the workflow writes nothing and gets `Fenced`.
 */
import type { Database, Json, Workflow } from '@innkeeper/db/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Another worker has it now. */
export class Fenced extends Error {
  constructor(id: number) {
    super(`workflow ${id} has another owner now`);
    this.name = 'Fenced';
  }
}

/** The row as its worker knows it; moves keep both alike. */
export type Held = Workflow & { worker_id: number };

/** A line of `workflow_steps`: what people read. */
export interface Trace {
  step: string;
  direction: 'forward' | 'back';
  attempts: number;
  startedAt: Date;
  finishedAt: Date | null;
  error: string | null;
}

/** Remembers a step's result and steps on. `value` is JSON text. */
export async function remember(db: Kysely<Database>, held: Held, name: string, value: string, now: Date): Promise<void> {
  const trace = traceOf(held, name, { finishedAt: now });
  await move(
    db,
    held,
    sql`memory = memory || jsonb_build_object(${name}::text, ${value}::jsonb), ${at(held.step + 1, now)}`,
    trace,
  );
  held.memory = { ...(held.memory as Record<string, Json>), [name]: JSON.parse(value) as Json };
  stand(held, held.step + 1, now);
}

/** Turns back: the undos begin with the one of step `from`. `reason` is for the customer, `error` for the operator. */
export async function turnBack(
  db: Kysely<Database>,
  held: Held,
  why: { step: string; from: number; error: string; reason: string },
  now: Date,
): Promise<void> {
  const trace = traceOf(held, why.step, { error: why.error, attempts: held.attempts + 1 });
  const set = sql`direction = 'back', error = ${why.error}, reason = ${why.reason}, ${at(why.from, now)}`;
  await move(db, held, set, trace);
  Object.assign(held, { direction: 'back', error: why.error, reason: why.reason });
  stand(held, why.from, now);
}

/** An undo is done: goes on to step `next`, -1 after the last. */
export async function undid(db: Kysely<Database>, held: Held, name: string, next: number, now: Date): Promise<void> {
  await move(db, held, at(next, now), traceOf(held, name, { finishedAt: now }));
  stand(held, next, now);
}

/** Lets go of it until `runAt`. `failed`: an attempt of `step` failed, which counts; else it only waits. */
export async function letGo(
  db: Kysely<Database>,
  held: Held,
  until: { runAt: Date; state?: 'queued' | 'stuck'; failed?: { step: string; error: string } },
): Promise<void> {
  const { failed } = until;
  const attempts = held.attempts + (failed ? 1 : 0);
  // On the way back the row keeps why it turned; the undo's own error stands in its trace.
  const error = failed && held.direction === 'forward' ? failed.error : held.error;
  const set = sql`state = ${until.state ?? 'queued'}, worker_id = null, lease_until = null, run_at = ${until.runAt},
    attempts = ${attempts}::int, error = ${error}`;
  await move(db, held, set, failed && traceOf(held, failed.step, { attempts, error: failed.error }));
  held.run_at = until.runAt;
}

/** The fence for a transaction: locks the row if it is still held, and ends it. */
export async function endHeld(trx: Kysely<Database>, held: Held, state: 'done' | 'undone', now: Date): Promise<void> {
  const set = sql`state = ${state}, worker_id = null, lease_until = null, finished_at = ${now}`;
  await move(trx, held, set, traceOf(held, 'end', { finishedAt: now }));
}

async function move(db: Kysely<Database>, held: Held, set: RawBuilder<unknown>, trace?: Trace): Promise<void> {
  const fenced = sql`update workflows set ${set}
    where id = ${held.id} and epoch = ${held.epoch} and worker_id = ${held.worker_id} and state = 'running' returning id`;
  const query = trace === undefined ? fenced : sql`with moved as (${fenced}) ${traced(trace)}`;
  const { rows } = await query.execute(db);
  if (rows.length === 0) throw new Fenced(held.id);
}

function traced(trace: Trace): RawBuilder<unknown> {
  return sql`insert into workflow_steps as told (workflow_id, step, direction, attempts, started_at, finished_at, error)
    select id, ${trace.step}::text, ${trace.direction}::text, ${trace.attempts}::int, ${trace.startedAt}::timestamptz,
      ${trace.finishedAt}::timestamptz, ${trace.error}::text from moved
    on conflict (workflow_id, step, direction) do update set attempts = excluded.attempts,
      finished_at = excluded.finished_at, error = coalesce(excluded.error, told.error)
    returning workflow_id`;
}

function traceOf(held: Held, step: string, fields: Partial<Trace>): Trace {
  const trace: Trace = {
    step,
    direction: held.direction,
    attempts: held.attempts + 1,
    startedAt: held.step_started_at ?? held.run_at,
    finishedAt: null,
    error: null,
  };
  return { ...trace, ...fields };
}

const at = (step: number, now: Date): RawBuilder<unknown> => sql`step = ${step}::int, attempts = 0, step_started_at = ${now}`;

function stand(held: Held, step: number, now: Date): void {
  Object.assign(held, { step, attempts: 0, step_started_at: now });
}
