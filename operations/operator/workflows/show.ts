import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { stepsOf } from '@innkeeper/domain/workflows/list-steps';
import type { OperatorCx } from '../context.ts';
import { noWorkflow, workflowView } from './view.ts';

/** Returns a workflow with its state, locks and steps. Throws `not_found`. */
export async function showWorkflow(
  { db }: OperatorCx,
  input: OperatorInput<'showWorkflow'>,
): Promise<OperatorResult<'showWorkflow'>> {
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
