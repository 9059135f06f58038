import { audit } from '@innkeeper/domain/audit';
import type { Cancellable } from '@innkeeper/domain/workflows/cancel';
import type { OperatorCx } from '../context.ts';

/** Writes an audit line about a workflow to the log of its resource. */
export function recordOnWorkflow(
  cx: OperatorCx,
  action: string,
  { id, kind, account_id: accountId, resource_kind, resource_id }: Cancellable,
  details: Record<string, string> = {},
): Promise<void> {
  const resource = resource_kind === null || resource_id === null ? null : { kind: resource_kind, id: resource_id, accountId };
  return audit(cx, action, resource, { workflow: id, kind, ...details });
}
