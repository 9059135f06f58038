/** Workflows as customers see them. Read only: only workflows/ writes them. */
import { type Kysely, sql } from 'kysely';
import type { Database, Workflow, WorkflowStep } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

const COLUMNS = [
  'id',
  'kind',
  'account_id',
  'user_id',
  'resource_kind',
  'resource_id',
  'shown_state',
  'percent',
  'reason',
  'created_at',
  'begun_at',
  'finished_at',
] as const;

type Row = Pick<Workflow, (typeof COLUMNS)[number]>;

export interface LoadedOperation extends Row {
  /** Steps in the order in which they began. */
  steps: WorkflowStep[];
  /** Usual duration of its kind in milliseconds, or `null` before the first that ended well. */
  usualMs: number | null;
  /** Usual duration of a step by its name, in milliseconds. Empty once the operation has ended. */
  usualStepMs: ReadonlyMap<string, number>;
  /** Email address of the user who started the operation, or `null` if a program did. */
  requested_by: string | null;
}

/** Number of the latest operations that ended well, from which the next is estimated. */
const SAMPLES = 20;
/** Minimum number of samples from which the duration of a step is estimated. */
const MIN_STEP_SAMPLES = 5;

/** Name under which the trace stores a workflow's last transaction, which is not a step. */
const END = 'end';

/** Loads an operation of an account. Internal workflows such as sweeps and repairs have no account and are not shown. */
export async function loadOperation(db: Kysely<Database>, id: number): Promise<LoadedOperation | undefined> {
  const rows = await db
    .selectFrom('workflows')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('account_id', 'is not', null)
    .execute();
  return (await loaded(db, rows))[0];
}

/** Returns a page of the operations of one resource, newest first. */
export async function pageOfOperations(
  db: Kysely<Database>,
  filter: PageQuery & { kind: string; id: number },
): Promise<Page<LoadedOperation>> {
  const query = db
    .selectFrom('workflows')
    .select(COLUMNS)
    .where('resource_kind', '=', filter.kind)
    .where('resource_id', '=', filter.id)
    .where('account_id', 'is not', null)
    .orderBy('id', 'desc');
  const { rows, total } = await pageOf(query, filter);
  return { rows: await loaded(db, rows), total };
}

/** Returns a page of an account's unfinished operations, newest first. */
export async function pageOfUnfinishedOperations(
  db: Kysely<Database>,
  filter: PageQuery & { accountId: number },
): Promise<Page<LoadedOperation>> {
  const query = db
    .selectFrom('workflows')
    .select(COLUMNS)
    .where('account_id', '=', filter.accountId)
    .where('finished_at', 'is', null)
    .orderBy('id', 'desc');
  const { rows, total } = await pageOf(query, filter);
  return { rows: await loaded(db, rows), total };
}

async function loaded(db: Kysely<Database>, rows: Row[]): Promise<LoadedOperation[]> {
  if (rows.length === 0) return [];
  const running = rows.filter((row) => row.shown_state === 'running').map((row) => row.kind);
  const unfinished = rows.filter((row) => row.finished_at === null).map((row) => row.kind);
  const ids = rows.map((row) => row.id);
  const userIds = rows.flatMap((row) => row.user_id ?? []);
  const [steps, usual, usualSteps, emails] = await Promise.all([
    stepsOf(db, ids),
    usualDurations(db, running),
    usualStepDurations(db, unfinished),
    emailsOf(db, userIds),
  ]);
  return rows.map((row) => ({
    ...row,
    steps: steps.filter((step) => step.workflow_id === row.id),
    usualMs: usual.get(row.kind) ?? null,
    usualStepMs: (row.finished_at === null && usualSteps.get(row.kind)) || NO_STEPS,
    requested_by: (row.user_id !== null && emails.get(row.user_id)) || null,
  }));
}

const NO_STEPS: ReadonlyMap<string, number> = new Map();

async function emailsOf(db: Kysely<Database>, userIds: readonly number[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', sql<number>`any(${[...userIds]}::int[])`)
    .execute();
  return new Map(users.map(({ id, email }) => [id, email]));
}

async function stepsOf(db: Kysely<Database>, ids: readonly number[]): Promise<WorkflowStep[]> {
  return db
    .selectFrom('workflow_steps')
    .selectAll()
    .where('workflow_id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where('step', '<>', END)
    .orderBy('position')
    .execute();
}

/** Returns the median duration of the latest successful operations by kind, in milliseconds. */
async function usualDurations(db: Kysely<Database>, kinds: readonly string[]): Promise<Map<string, number>> {
  if (kinds.length === 0) return new Map();
  const { rows } = await sql<{ kind: string; ms: number }>`
    select kinds.kind, (percentile_cont(0.5) within group (order by last.seconds) * 1000)::float8 as ms
    from unnest(${[...new Set(kinds)]}::text[]) as kinds (kind) cross join lateral (
      select extract(epoch from finished_at - begun_at) as seconds from workflows
      where workflows.kind = kinds.kind and state = 'done' order by id desc limit ${SAMPLES}) as last
    group by kinds.kind`.execute(db);
  return new Map(rows.map(({ kind, ms }) => [kind, ms]));
}

/** Returns the median duration of each step in milliseconds, by kind and step, from the latest successful operations. */
async function usualStepDurations(
  db: Kysely<Database>,
  kinds: readonly string[],
): Promise<Map<string, ReadonlyMap<string, number>>> {
  if (kinds.length === 0) return new Map();
  const { rows } = await sql<{ kind: string; steps: Record<string, number> }>`
    select kind, json_object_agg(step, ms) as steps from (
      select kinds.kind, s.step,
        (percentile_cont(0.5) within group (order by extract(epoch from s.finished_at - s.started_at)) * 1000)::int as ms
      from unnest(${[...new Set(kinds)]}::text[]) as kinds (kind) cross join lateral (
        select id from workflows where workflows.kind = kinds.kind and state = 'done' order by id desc limit ${SAMPLES}) as last
        join workflow_steps s on s.workflow_id = last.id
      where s.direction = 'forward' and s.finished_at is not null and s.step <> ${END}
      group by kinds.kind, s.step having count(*) >= ${MIN_STEP_SAMPLES}) as usual
    group by kind`.execute(db);
  return new Map(rows.map(({ kind, steps }) => [kind, new Map(Object.entries(steps))]));
}
