import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { lockWorkflow } from '@innkeeper/domain/workflows/cancel';
import { retryStuck } from '@innkeeper/domain/workflows/retry-stuck';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { recordOnWorkflow } from './record.ts';
import { noWorkflow, workflowView } from './view.ts';

/** Retries a stuck workflow now. Throws `not_found`, and `wrong_state` if it is not stuck. */
export async function retryWorkflow(
  cx: OperatorCx,
  { workflow: id }: OperatorInput<'retryWorkflow'>,
): Promise<OperatorResult<'retryWorkflow'>> {
  const workflow = await lockWorkflow(cx.db, id);
  if (!workflow) throw noWorkflow(id);
  if (!(await retryStuck(cx.db, id, cx.clock.now()))) {
    throw new Failure('wrong_state', { message: `Workflow ${id} is ${workflow.state}. Only a stuck workflow can be retried.` });
  }
  await recordOnWorkflow(cx, 'retryWorkflow', workflow);
  return workflowView(await cx.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}
