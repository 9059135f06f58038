/** Applies a firewall on the nodes of its servers. */
import type { Firewall } from '@innkeeper/db/schema';
import { nodesOfServers, updateFirewall } from '@innkeeper/db/tables/firewalls';
import type { MutatingCx } from '../context.ts';
import { startWorkflow } from '../workflows/start.ts';

/** Starts one workflow per node. The caller's transaction holds the lock of the firewall's row. */
export async function propagate(cx: MutatingCx, firewall: Firewall, serverIds: readonly number[]): Promise<void> {
  if (serverIds.length === 0) return;
  await updateFirewall(cx.db, firewall.id, { status: 'applying' });
  for (const { id: nodeId } of await nodesOfServers(cx.db, serverIds))
    await startWorkflow(cx, 'firewall.apply', firewall, { nodeId }, { lock: null, nodeId });
}
