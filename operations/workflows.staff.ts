import type { Workflow } from '@innkeeper/db/schema';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { type Cancellable, lockWorkflow, requestCancel } from '@innkeeper/domain/workflows/cancel';
import { endMoveWithoutOldNode } from '@innkeeper/domain/workflows/end-move';
import { laneOf } from '@innkeeper/domain/workflows/kinds';
import { stepsOf } from '@innkeeper/domain/workflows/list-steps';
import { retryStuck } from '@innkeeper/domain/workflows/retry-stuck';
import { Failure } from '@innkeeper/model/failures';
import type { PointOfNoReturn, StaffCx, StaffInput, StaffReply, StaffServices } from './define.staff.ts';

/** Lists unfinished workflows, oldest first. Stuck workflows, which need a person, come first. */
export async function listWorkflows(cx: StaffCx, input: StaffInput<'listWorkflows'>): Promise<StaffReply<'listWorkflows'>> {
  const { account, kind, stuck } = input;
  let query = cx.db
    .selectFrom('workflows')
    .selectAll()
    .where('finished_at', 'is', null)
    .orderBy((eb) => eb.case().when('state', '=', 'stuck').then(0).else(1).end())
    .orderBy('id');
  if (account !== undefined) query = query.where('account_id', '=', await accountIdOf(cx.db, account));
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (stuck) query = query.where('state', '=', 'stuck');
  return listPage(query, input, workflowView);
}

/** Returns a workflow with its state, locks and steps. Throws `not_found`. */
export async function showWorkflow({ db }: StaffCx, input: StaffInput<'showWorkflow'>): Promise<StaffReply<'showWorkflow'>> {
  const row = await db.selectFrom('workflows').selectAll().where('id', '=', input.workflow).executeTakeFirst();
  if (!row) throw noWorkflow(input.workflow);
  const { attempts, worker_id: worker, begun_at, finished_at, cancel_reason, reason, fault } = row;
  const locks = await db
    .selectFrom('locks')
    .select(['kind', 'resource_id as id', 'reason', 'locked_at'])
    .where('workflow_id', '=', row.id)
    .execute();
  const details = { attempts, worker, begun_at, finished_at, cancel_reason, reason, fault };
  return { ...workflowView(row), ...details, steps: await stepsOf(db, row.id), locks };
}

/**
 * Cancels a workflow. Its worker, or the next one that claims it, stops the step, rolls back and releases the lock. The move of a running
 * server whose old node is lost after the switch ends on its new node instead. Throws `not_found` and `wrong_state`.
 */
export async function cancelWorkflow(
  cx: StaffCx,
  { workflow: id, reason }: StaffInput<'cancelWorkflow'>,
  { pointOfNoReturn }: Pick<StaffServices, 'pointOfNoReturn'>,
): Promise<StaffReply<'cancelWorkflow'>> {
  const workflow = await lockWorkflow(cx.db, id);
  if (!workflow) throw noWorkflow(id);
  if (!(await endMoveWithoutOldNode(cx, workflow))) {
    const why = whyNotCancelled(workflow, pointOfNoReturn);
    if (why !== undefined) throw new Failure('wrong_state', { message: why });
    await requestCancel(cx, id, reason);
  }
  await recordOnWorkflow(cx, 'cancelWorkflow', workflow, { reason });
  return workflowView(await cx.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

function whyNotCancelled(
  { id, kind, state, direction, step }: Cancellable,
  pointOfNoReturn: PointOfNoReturn,
): string | undefined {
  if (state === 'done' || state === 'undone') return `Workflow ${id} has already ended as ${state}.`;
  if (direction === 'back') {
    const stuck = state === 'stuck' ? ` It is stuck: ./innkeeper workflow retry ${id} retries it now.` : '';
    return `Workflow ${id} is already being rolled back.${stuck}`;
  }
  const refusal = pointOfNoReturn(kind, step);
  if (refusal === null) return `This version of Innkeeper has no workflow kind "${kind}", so it cannot roll it back.`;
  return refusal && `Workflow ${id} (${kind}) can no longer be cancelled. ${refusal}`;
}

/** Retries a stuck workflow now. Throws `not_found`, and `wrong_state` if it is not stuck. */
export async function retryWorkflow(
  cx: StaffCx,
  { workflow: id }: StaffInput<'retryWorkflow'>,
): Promise<StaffReply<'retryWorkflow'>> {
  const workflow = await lockWorkflow(cx.db, id);
  if (!workflow) throw noWorkflow(id);
  if (!(await retryStuck(cx.db, id, cx.clock.now()))) {
    throw new Failure('wrong_state', { message: `Workflow ${id} is ${workflow.state}. Only a stuck workflow can be retried.` });
  }
  await recordOnWorkflow(cx, 'retryWorkflow', workflow);
  return workflowView(await cx.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

/** Writes an audit line about a workflow to the log of its resource. */
function recordOnWorkflow(
  cx: StaffCx,
  action: string,
  { id, kind, account_id: accountId, resource_kind, resource_id }: Cancellable,
  details: Record<string, string> = {},
): Promise<void> {
  const resource = resource_kind === null || resource_id === null ? null : { kind: resource_kind, id: resource_id, accountId };
  return audit(cx, action, resource, { workflow: id, kind, ...details });
}

function workflowView(row: Workflow) {
  const { id, kind, state, direction, account_id: account, resource_kind, resource_id, created_at, error } = row;
  return {
    id,
    kind,
    lane: laneOf(kind),
    state,
    direction,
    account,
    resource: resource_kind === null || resource_id === null ? null : { kind: resource_kind, id: resource_id },
    created_at,
    next_at: state === 'running' || row.finished_at ? null : row.run_at,
    cancelled_at: row.cancel_asked_at,
    error,
  };
}

function noWorkflow(id: number): Failure {
  return new Failure('not_found', { message: `Workflow ${id} does not exist.` });
}
