import type { Workflow } from '@innkeeper/db/schema';
import { laneOf } from '@innkeeper/domain/workflows/kinds';
import { Failure } from '@innkeeper/model/failures';

export function workflowView(row: Workflow) {
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

export function noWorkflow(id: number): Failure {
  return new Failure('not_found', { message: `Workflow ${id} does not exist.` });
}
