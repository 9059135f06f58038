/** Applies the firewalls of a node's servers from their rows to the network. */
import type { Database } from '@innkeeper/db/schema';
import { confirmFirewalls, type FirewallsOfNode, loadFirewallsOfNode } from '@innkeeper/db/tables/firewalls-of-nodes';
import { EngineError } from '@innkeeper/engine/error';
import { type Firewalls, listChangedFirewalls, versionsOf, withAccepted } from '@innkeeper/engine/network/firewalls';
import type { Engine } from '@innkeeper/engine/open';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { Kysely } from 'kysely';
import type { Log } from '../define.ts';

interface FirewallContext {
  db: Kysely<Database>;
  engine: Pick<Engine, 'network'>;
}

type Links = FirewallsOfNode['links'];

export interface RefusedFirewall {
  id: number;
  error: EngineError;
}

interface AppliedFirewalls {
  /** Firewalls that the engine refuses. Their earlier version stays in force where it was. */
  refused: RefusedFirewall[];
  /** Firewalls of servers that are not in force as their rows say. Empty unless a firewall is refused. */
  unsettled: Links;
}

/**
 * Applies the firewalls of the node from the rows, and marks the applied rows. Rows that change in the meantime stay pending. If the engine
 * refuses all firewalls together, applies those that it does not refuse. Throws if it refuses even what is in force, or cannot filter. Any
 * process that runs the node's engine may call it at any time, also repeatedly.
 */
export async function applyFirewalls({ db, engine }: FirewallContext, nodeId: number): Promise<AppliedFirewalls> {
  let changed: number[] = [];
  let unsettled: Links = [];
  const attempt = async (accepted: ReadonlySet<number> | 'all') => {
    let made: { rows: FirewallsOfNode; applied: Firewalls } | undefined;
    await engine.network.setFirewalls(async (inForce) => {
      const rows = await loadFirewallsOfNode(db, nodeId);
      const desired = desiredOf(rows);
      if (accepted === 'all') changed = listChangedFirewalls(inForce, desired);
      const applied = accepted === 'all' ? desired : withAccepted(inForce, desired, accepted);
      made = { rows, applied };
      return applied;
    });
    if (made) unsettled = await confirm(db, made);
  };
  try {
    await attempt('all');
    return { refused: [], unsettled };
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind === 'unsupported' || changed.length === 0) throw error;
    await attempt(new Set());
    const refused = await acceptEach(attempt, changed, error);
    return { refused, unsettled };
  }
}

/** Applies changed firewalls that failed together with `error`, by halves. Returns those that the engine refuses alone. */
async function acceptEach(
  attempt: (accepted: ReadonlySet<number>) => Promise<void>,
  changed: readonly number[],
  error: EngineError,
): Promise<RefusedFirewall[]> {
  const accepted = new Set<number>();
  const refused: RefusedFirewall[] = [];
  const split = async (ids: readonly number[], why: EngineError): Promise<void> => {
    const [only] = ids;
    if (only !== undefined && ids.length === 1) return void refused.push({ id: only, error: why });
    const middle = Math.ceil(ids.length / 2);
    for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
      try {
        await attempt(new Set([...accepted, ...half]));
        for (const id of half) accepted.add(id);
      } catch (reason) {
        if (!(reason instanceof EngineError)) throw reason;
        await split(half, reason);
      }
    }
  };
  await split(changed, error);
  return refused;
}

/**
 * Applies the firewalls of the node. Throws if those of one server, or one firewall on any server, are not in force. Refused firewalls of
 * others stop nothing. Their alert is that of the job.
 */
export async function applyFirewallsFor(
  cx: FirewallContext & { log: Pick<Log, 'error'> },
  nodeId: number,
  own: { serverId: number } | { firewallId: number },
): Promise<void> {
  const { refused, unsettled } = await applyFirewalls(cx, nodeId);
  logRefused(cx, refused);
  const isOwn = ({ server_id, firewall_id }: Links[number]) =>
    'serverId' in own ? server_id === own.serverId : firewall_id === own.firewallId;
  const left = unsettled.filter(isOwn);
  const [first] = left;
  if (!first) return;
  const cause = refused.find(({ id }) => left.some(({ firewall_id }) => firewall_id === id));
  throw cause?.error ?? new Error(`firewall ${first.firewall_id} of server ${first.server_id} could not be applied`);
}

/** Logs the firewalls that the engine refuses. */
export function logRefused({ log }: { log: Pick<Log, 'error'> }, refused: readonly RefusedFirewall[]): void {
  for (const { id, error } of refused) log.error({ err: error, firewall: id }, 'a firewall could not be applied');
}

/** Marks the rows that are in force, and returns the others. */
async function confirm(db: Kysely<Database>, { rows, applied }: { rows: FirewallsOfNode; applied: Firewalls }): Promise<Links> {
  const versions = versionsOf(applied);
  const firewalls = rows.firewalls.filter(({ id, version }) => versions.get(id) === version);
  const current = new Set(firewalls.map(({ id }) => id));
  const isSettled = ({ server_id, firewall_id, removing }: Links[number]) => {
    const isApplied = applied.machines[machineIdOf(server_id)]?.includes(firewall_id) ?? false;
    return removing ? !isApplied : isApplied && current.has(firewall_id);
  };
  await confirmFirewalls(db, { firewalls, links: rows.links.filter(isSettled) });
  return rows.links.filter((link) => !isSettled(link));
}

const desiredOf = ({ firewalls, links }: FirewallsOfNode): Firewalls => ({ firewalls, machines: byMachine(links) });

function byMachine(links: Links): Record<string, number[]> {
  const machines: Record<string, number[]> = {};
  for (const { server_id, firewall_id, removing } of links) {
    if (removing) continue;
    const machineId = machineIdOf(server_id);
    machines[machineId] = [...(machines[machineId] ?? []), firewall_id];
  }
  return machines;
}
