/**
 * Moves floating IPs from one server to another, or detaches them.
 *
 * One workflow locks them and all servers involved, and changes the network cards of a node in one transaction of its rules. The rows
 * change once that is done.
 */
import type { FloatingIp, Server } from '@innkeeper/db/schema';
import { takeLock } from '@innkeeper/db/tables/locks';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { KINDS } from '../workflows/kinds.ts';
import { startWorkflow } from '../workflows/start.ts';

/** A server, as a source or the target of a move. */
type MovingServer = Pick<Server, 'id' | 'node_id'>;

export interface Attaching {
  floatingIps: readonly FloatingIp[];
  target: MovingServer;
  /** Servers that currently have some of the floating IPs, all on one node. */
  sources: readonly MovingServer[];
  /** Action of the audit line: the operation or the job. */
  action: string;
}

/**
 * Starts the workflow that attaches at least one floating IP. The caller has locked all rows and checked that they may move. Throws
 * `locked`.
 */
export async function startAttach(cx: MutatingCx, { floatingIps, target, sources, action }: Attaching): Promise<void> {
  const [first, ids] = firstOf(floatingIps);
  const remoteSource = sources.find(({ node_id }) => node_id !== target.node_id);
  const fromNodeId = remoteSource?.node_id ?? null;
  const input = { floatingIpIds: ids, serverId: target.id, nodeId: target.node_id, fromNodeId };
  const servers = idsOf([target, ...sources]);
  const options = { action, nodeId: fromNodeId ?? target.node_id, details: { floating_ips: ids, servers } };
  const workflowId = await startWorkflow(cx, 'floating-ip.attach', first, input, options);
  await holdOthers(cx, 'floating-ip.attach', { workflowId, ids, servers });
}

export interface Detaching {
  /** Floating IPs to detach, all on servers of one node. */
  floatingIps: readonly FloatingIp[];
  sources: readonly MovingServer[];
  action: string;
}

/** Starts the workflow that detaches floating IPs, under the conditions of `startAttach`. */
export async function startDetach(cx: MutatingCx, { floatingIps, sources, action }: Detaching): Promise<void> {
  const [first, ids] = firstOf(floatingIps);
  const nodeId = sources[0]?.node_id;
  if (nodeId === undefined) throw new Error('what is detached has a server');
  const servers = idsOf(sources);
  const options = { action, nodeId, details: { floating_ips: ids, servers } };
  const workflowId = await startWorkflow(cx, 'floating-ip.detach', first, { floatingIpIds: ids, nodeId }, options);
  await holdOthers(cx, 'floating-ip.detach', { workflowId, ids, servers });
}

interface LockedResources {
  workflowId: number;
  /** Ids of the floating IPs. The first is already locked. */
  ids: readonly number[];
  servers: readonly number[];
}

async function holdOthers(
  cx: MutatingCx,
  kind: 'floating-ip.attach' | 'floating-ip.detach',
  { workflowId, ids, servers }: LockedResources,
): Promise<void> {
  const [now, { locks, lockDeadlineMs }] = [cx.clock.now(), KINDS[kind]];
  const lock = { reason: locks[0], now, deadlineAt: new Date(now.getTime() + lockDeadlineMs) };
  const workflow = sql<{ id: number }>`select ${workflowId}::int as id`;
  for (const resourceId of ids.slice(1)) await takeLock(cx.db, workflow, { kind: 'floating_ip', resourceId, ...lock });
  for (const resourceId of servers) await takeLock(cx.db, workflow, { kind: 'server', resourceId, ...lock });
}

/** Returns distinct ids in the order in which every caller locks them. */
const idsOf = (rows: readonly { id: number }[]): number[] => [...new Set(rows.map(({ id }) => id))].toSorted((a, b) => a - b);

function firstOf(floatingIps: readonly FloatingIp[]): [FloatingIp, number[]] {
  const ids = idsOf(floatingIps);
  const first = floatingIps.find(({ id }) => id === ids[0]);
  if (!first) throw new Error('nothing moves');
  return [first, ids];
}
