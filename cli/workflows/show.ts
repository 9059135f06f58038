/** One workflow: where it stands, what it holds, and how each of its steps went. */

import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { seconds } from '@innkeeper/apps/terminal/report';
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import { table } from '../output/table.ts';

export type ShownWorkflow = Awaited<ReturnType<typeof showWorkflow>>;

/** What its input and its results are stays out: it may be a customer's. */
export async function showWorkflow(db: Kysely<Database>, id: number) {
  const row = await db
    .selectFrom('workflows')
    .select(['id', 'kind', 'account_id', 'resource_kind', 'resource_id', 'state', 'direction', 'attempts', 'worker_id', 'run_at'])
    .select(['created_at', 'begun_at', 'finished_at', 'cancel_asked_at', 'cancel_reason', 'error', 'reason', 'fault'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal(`There is no workflow ${id}.`);
  const steps = await db
    .selectFrom('workflow_steps')
    .select(['step', 'direction', 'attempts', 'started_at', 'finished_at', 'error'])
    .where('workflow_id', '=', id)
    .orderBy('position')
    .execute();
  const locks = await db
    .selectFrom('locks')
    .select(['kind', 'resource_id', 'reason', 'locked_at'])
    .where('workflow_id', '=', id)
    .execute();
  return { ...row, steps, locks };
}

export function workflowInWords(workflow: ShownWorkflow): string {
  const { id, kind, state, direction, locks, steps } = workflow;
  const time = (at: Date | null): string => at?.toISOString() ?? 'not yet';
  const lines = [
    `Workflow ${id}: ${kind}${workflow.resource_kind ? ` of ${workflow.resource_kind} ${workflow.resource_id}` : ''}`,
    `  state     ${state}, ${direction === 'back' ? 'on its way back' : 'forward'}${workflow.worker_id ? `, at worker ${workflow.worker_id}` : ''}`,
    `  times     ordered ${time(workflow.created_at)}, begun ${time(workflow.begun_at)}, ended ${time(workflow.finished_at)}`,
    ...(workflow.finished_at || workflow.worker_id ? [] : [`  next look ${time(workflow.run_at)}`]),
    ...(workflow.cancel_reason ? [`  cancelled ${time(workflow.cancel_asked_at)}: ${workflow.cancel_reason}`] : []),
    ...(workflow.error ? [`  error     ${workflow.error}`] : []),
    ...(workflow.reason ? [`  customer  is told: ${workflow.reason}`] : []),
    ...locks.map((lock) => `  lock      "${lock.reason}" of ${lock.kind} ${lock.resource_id}, since ${time(lock.locked_at)}`),
  ];
  const rows = steps.map((one) => [
    ...[one.direction === 'back' ? `undo ${one.step}` : one.step, String(one.attempts), time(one.started_at)],
    ...[one.finished_at ? seconds(one.finished_at.getTime() - one.started_at.getTime()) : 'not done', one.error ?? ''],
  ]);
  return steps.length === 0
    ? lines.join('\n')
    : `${lines.join('\n')}\n\n${table(['STEP', 'ATTEMPTS', 'FROM', 'TOOK', 'ERROR'], rows)}`;
}
