/** The firewalls of a node's servers, from their rows into the network. */
import type { Database } from '@innkeeper/db/schema';
import { confirmFirewalls, type FirewallsOfNode, loadFirewallsOfNode } from '@innkeeper/db/tables/firewalls-of-nodes';
import type { Engine } from '@innkeeper/engine/open';
import { machineIdOf } from '@innkeeper/model/machine-names';
import type { Kysely } from 'kysely';

/**
 * Makes all firewalls of the node as their rows say now, and writes that they are. Changes that come meanwhile stay to be made. May be repeated at any
 * time, by whoever drives the node's engine.
 */
export async function makeFirewalls(
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
