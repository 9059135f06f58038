/** Has the workers of some servers' nodes make a firewall so as its rows say. */
import type { Firewall } from '@innkeeper/db/schema';
import { nodesOfServers, updateFirewall } from '@innkeeper/db/tables/firewalls';
import type { MutatingCx } from '../context.ts';
import { start } from '../workflows/start.ts';

/** A workflow for each node. The firewall's row is held by the caller's transaction. */
export async function propagate(cx: MutatingCx, firewall: Firewall, serverIds: readonly number[]): Promise<void> {
  if (serverIds.length === 0) return;
  await updateFirewall(cx.db, firewall.id, { status: 'applying' });
  for (const { id: nodeId } of await nodesOfServers(cx.db, serverIds))
    await start(cx, 'firewall.apply', firewall, { nodeId }, { lock: null, nodeId });
}
