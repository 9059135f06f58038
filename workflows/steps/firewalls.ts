/** Applies the firewalls of a node's servers from their rows to the network. */
import type { Database } from '@innkeeper/db/schema';
import { confirmFirewalls, type FirewallsOfNode, loadFirewallsOfNode } from '@innkeeper/db/tables/firewalls-of-nodes';
import type { Engine } from '@innkeeper/engine/open';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { Kysely } from 'kysely';

/**
 * Applies all firewalls of the node from the rows, and marks the applied rows. Rows that change in the meantime stay pending. Any process
 * that runs the node's engine may call it at any time, also repeatedly.
 */
export async function applyFirewalls(
  { db, engine }: { db: Kysely<Database>; engine: Pick<Engine, 'network'> },
  nodeId: number,
): Promise<void> {
  let made: FirewallsOfNode | undefined;
  await engine.network.setFirewalls(async () => {
    made = await loadFirewallsOfNode(db, nodeId);
    return { firewalls: made.firewalls, machines: byMachine(made.links) };
  });
  if (made) await confirmFirewalls(db, made);
}

function byMachine(links: FirewallsOfNode['links']): Record<string, number[]> {
  const machines: Record<string, number[]> = {};
  for (const { server_id, firewall_id, removing } of links) {
    if (removing) continue;
    const machineId = machineIdOf(server_id);
    machines[machineId] = [...(machines[machineId] ?? []), firewall_id];
  }
  return machines;
}
