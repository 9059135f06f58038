/** Applies the firewalls of a node's servers from their rows to the network. */
import type { Database } from '@innkeeper/db/schema';
import { confirmFirewalls, type FirewallsOfNode, loadFirewallsOfNode } from '@innkeeper/db/tables/firewalls-of-nodes';
import { type Firewalls, withDesiredOf } from '@innkeeper/engine/network/firewalls';
import type { Engine } from '@innkeeper/engine/open';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { Kysely } from 'kysely';
import type { Log } from '../define.ts';

interface FirewallContext {
  db: Kysely<Database>;
  engine: Pick<Engine, 'network'>;
}

/**
 * Applies all firewalls of the node from the rows, and marks the applied rows. Rows that change in the meantime stay pending. Any process
 * that runs the node's engine may call it at any time, also repeatedly.
 */
export async function applyFirewalls({ db, engine }: FirewallContext, nodeId: number): Promise<void> {
  let made: FirewallsOfNode | undefined;
  await engine.network.setFirewalls(async () => {
    made = await loadFirewallsOfNode(db, nodeId);
    return desiredOf(made);
  });
  if (made) await confirmFirewalls(db, made);
}

/**
 * Applies all firewalls of the node, or those of one server alone if that fails. Firewalls of other servers therefore do not stop this
 * one. Their alert is that of the job. Throws if the engine refuses the server's own firewalls.
 */
export async function applyFirewallsFor(
  cx: FirewallContext & { log: Pick<Log, 'error'> },
  { nodeId, serverId }: { nodeId: number; serverId: number },
): Promise<void> {
  try {
    return await applyFirewalls(cx, nodeId);
  } catch (error) {
    cx.log.error({ err: error }, 'the firewalls of all servers could not be applied together');
  }
  let made: FirewallsOfNode | undefined;
  await cx.engine.network.setFirewalls(async (inForce) => {
    made = ofServer(await loadFirewallsOfNode(cx.db, nodeId), serverId);
    return withDesiredOf(machineIdOf(serverId), inForce, desiredOf(made));
  });
  if (made) await confirmFirewalls(cx.db, made);
}

function ofServer({ firewalls, links }: FirewallsOfNode, serverId: number): FirewallsOfNode {
  const own = links.filter(({ server_id }) => server_id === serverId);
  return { firewalls: firewalls.filter(({ id }) => own.some(({ firewall_id }) => firewall_id === id)), links: own };
}

const desiredOf = ({ firewalls, links }: FirewallsOfNode): Firewalls => ({ firewalls, machines: byMachine(links) });

function byMachine(links: FirewallsOfNode['links']): Record<string, number[]> {
  const machines: Record<string, number[]> = {};
  for (const { server_id, firewall_id, removing } of links) {
    if (removing) continue;
    const machineId = machineIdOf(server_id);
    machines[machineId] = [...(machines[machineId] ?? []), firewall_id];
  }
  return machines;
}
