/**
 * Ends the move of a running server whose old node is lost after the switch. The server already belongs to its new node. Without this, it
 * stays locked until the old node is back, which may be never.
 *
 * The workflow goes on at `settle` on the new node, and skips the step of the old node. Another workflow without a lock waits for that node,
 * and removes what is left there.
 */

import { wakeWorkers } from '@innkeeper/db/wake-ups';
import { presenceOf } from '@innkeeper/model/installation/presence';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import type { Cancellable } from './cancel.ts';
import { startWorkflow } from './start.ts';

/** Steps of the old node that may wait for it after the row has changed. */
const OF_OLD_NODE = ['switch', 'clean-up'];

/**
 * Ends the move. Returns false for workflows of other kinds, before the switch and during a rollback. It also does while a worker runs a step,
 * or the worker of the old node is there. The caller has locked the workflow.
 */
export async function endMoveWithoutOldNode(cx: MutatingCx, workflow: Cancellable): Promise<boolean> {
  const { id, kind, state, direction, step, resource_id: serverId, node_id: from } = workflow;
  if (kind !== 'server.migrate' || direction === 'back' || (state !== 'queued' && state !== 'stuck')) return false;
  if (step === null || !OF_OLD_NODE.includes(step) || serverId === null || from === null) return false;
  const server = await cx.db.selectFrom('servers').select('node_id').where('id', '=', serverId).executeTakeFirst();
  const node = await cx.db.selectFrom('nodes').select('seen_at').where('id', '=', from).executeTakeFirst();
  const now = cx.clock.now();
  const isThere = node?.seen_at != null && presenceOf({ seenAt: node.seen_at }, now) === 'present';
  const to = server?.node_id ?? from;
  if (to === from || isThere) return false;
  // Nobody's account: customers need not see it, and it counts towards no limit of theirs.
  await startWorkflow(cx, 'server.remove-remains', { id: serverId, account_id: null }, { from }, { lock: null, nodeId: from });
  await cx.db
    .updateTable('workflows')
    .set({ step: 'settle', node_id: to, state: 'queued', run_at: now, step_started_at: now, attempts: 0, spent_ms: 0 })
    .set({ epoch: sql<number>`epoch + 1` })
    .where('id', '=', id)
    .execute();
  await wakeWorkers(cx.db);
  return true;
}
