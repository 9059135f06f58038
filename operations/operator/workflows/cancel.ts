import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { type Cancellable, lockWorkflow, requestCancel } from '@innkeeper/domain/workflows/cancel';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { recordOnWorkflow } from './record.ts';
import { noWorkflow, workflowView } from './view.ts';

/**
 * Returns why a workflow at this step can no longer be rolled back, or `undefined` if it can. Returns `null` for a kind that this version
 * does not have. The caller provides it, because operations may not import workflows.
 */
export type PointOfNoReturn = (kind: string, step: string | null) => string | undefined | null;

/**
 * Cancels a workflow. Its worker, or the next one that claims it, stops the step, rolls back and releases the lock. Throws `not_found` and
 * `wrong_state`.
 */
export async function cancelWorkflow(
  cx: OperatorCx,
  { workflow: id, reason }: OperatorInput<'cancelWorkflow'>,
  pointOfNoReturn: PointOfNoReturn,
): Promise<OperatorResult<'cancelWorkflow'>> {
  const workflow = await lockWorkflow(cx.db, id);
  if (!workflow) throw noWorkflow(id);
  const why = whyNotCancelled(workflow, pointOfNoReturn);
  if (why !== undefined) throw new Failure('wrong_state', { message: why });
  await requestCancel(cx, id, reason);
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
