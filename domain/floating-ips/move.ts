/**
 * Floating IPs go from a server to another, or to none: one workflow, which holds them and all servers concerned, and changes the network
 * cards of a node in one transaction of its rules. Rows say who has them once that is done.
 */
import type { FloatingIp, Server } from '@innkeeper/db/schema';
import { takeLock } from '@innkeeper/db/tables/locks';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { KINDS } from '../workflows/kinds.ts';
import { start } from '../workflows/start.ts';

/** A server, and the floating IPs that leave it or come to it. */
type MovingServer = Pick<Server, 'id' | 'node_id'>;

export interface Attaching {
  floatingIps: readonly FloatingIp[];
  target: MovingServer;
  /** That have some of them now; all on one node. */
  sources: readonly MovingServer[];
  /** Of the audit line: the operation, or the job. */
  action: string;
}

/** All rows are locked by the caller, and may move. At least one floating IP. Throws `locked`. */
export async function startAttach(cx: MutatingCx, { floatingIps, target, sources, action }: Attaching): Promise<void> {
  const [first, ids] = firstOf(floatingIps);
  const away = sources.find(({ node_id }) => node_id !== target.node_id);
  const fromNodeId = away?.node_id ?? null;
  const input = { floatingIpIds: ids, serverId: target.id, nodeId: target.node_id, fromNodeId };
  const servers = idsOf([target, ...sources]);
  const options = { action, nodeId: fromNodeId ?? target.node_id, details: { floating_ips: ids, servers } };
  const workflowId = await start(cx, 'floating-ip.attach', first, input, options);
  await holdOthers(cx, 'floating-ip.attach', { workflowId, ids, servers });
}

export interface Detaching {
  /** All on servers of one node. */
  floatingIps: readonly FloatingIp[];
  sources: readonly MovingServer[];
  action: string;
}

/** As `startAttach`. */
export async function startDetach(cx: MutatingCx, { floatingIps, sources, action }: Detaching): Promise<void> {
  const [first, ids] = firstOf(floatingIps);
  const nodeId = sources[0]?.node_id;
  if (nodeId === undefined) throw new Error('what is detached has a server');
  const servers = idsOf(sources);
  const options = { action, nodeId, details: { floating_ips: ids, servers } };
  const workflowId = await start(cx, 'floating-ip.detach', first, { floatingIpIds: ids, nodeId }, options);
  await holdOthers(cx, 'floating-ip.detach', { workflowId, ids, servers });
}

interface Held {
  workflowId: number;
  /** The first is locked already. */
  ids: readonly number[];
  servers: readonly number[];
}

async function holdOthers(
  cx: MutatingCx,
  kind: 'floating-ip.attach' | 'floating-ip.detach',
  { workflowId, ids, servers }: Held,
): Promise<void> {
  const [now, { locks, lockDeadlineMs }] = [cx.clock.now(), KINDS[kind]];
  const held = { reason: locks[0], now, deadlineAt: new Date(now.getTime() + lockDeadlineMs) };
  const workflow = sql<{ id: number }>`select ${workflowId}::int as id`;
  for (const resourceId of ids.slice(1)) await takeLock(cx.db, workflow, { kind: 'floating_ip', resourceId, ...held });
  for (const resourceId of servers) await takeLock(cx.db, workflow, { kind: 'server', resourceId, ...held });
}

/** In the order in which all lock them. */
const idsOf = (rows: readonly { id: number }[]): number[] => [...new Set(rows.map(({ id }) => id))].toSorted((a, b) => a - b);

function firstOf(floatingIps: readonly FloatingIp[]): [FloatingIp, number[]] {
  const ids = idsOf(floatingIps);
  const first = floatingIps.find(({ id }) => id === ids[0]);
  if (!first) throw new Error('nothing moves');
  return [first, ids];
}
