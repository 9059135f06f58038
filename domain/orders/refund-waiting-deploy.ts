/** Ends a deploy that no worker has started, and refunds the money. */

import { releaseLocks } from '@innkeeper/db/tables/locks';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { releaseDeploy } from './release-deploy.ts';

export interface WaitingDeploy {
  workflowId: number;
  server: { id: number; account_id: number; hostname: string };
  orderId: number;
  lineId: number;
}

/**
 * Sets the workflow to `undone` without a worker, because the worker of its node may never return. No step has started, so there is nothing
 * to undo. The caller has locked the workflow and the server. `reason` is a sentence for the customer.
 */
export async function refundWaitingDeploy(
  cx: MutatingCx,
  { workflowId, server, orderId, lineId }: WaitingDeploy,
  { reason, error }: { reason: string; error: string },
): Promise<void> {
  await cx.db
    .updateTable('workflows')
    .set({ state: 'undone', finished_at: cx.clock.now(), reason, error, fault: 'operator' })
    .where('id', '=', workflowId)
    .execute();
  await releaseDeploy(cx, { serverId: server.id, orderId, lineId }, { reason, error, step: 'end' });
  await releaseLocks(cx.db, workflowId);
  const resource = { kind: 'server', id: server.id, accountId: server.account_id };
  await audit(cx, 'server.deploy.undone', resource, { workflow: workflowId, error });
}
