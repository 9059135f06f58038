/** Attaches floating IPs to servers, and detaches them. */
import { floatingIpsOfServer, loadFloatingIps, setAttachTo } from '@innkeeper/db/tables/floating-ips';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { lockServer } from '@innkeeper/db/tables/servers';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireMovable } from '@innkeeper/domain/floating-ips/movable';
import { startAttach, startDetach } from '@innkeeper/domain/floating-ips/move';
import { requireReference } from '@innkeeper/domain/resources/references';
import { Failure } from '@innkeeper/model/failures';
import { explainOtherNode, explainTargetRefusal } from '@innkeeper/model/net/floating-ips';
import { presentFloatingIp } from '@innkeeper/present/floating-ip';
import type { Input, Reply } from '../define.ts';

/**
 * Attaches floating IPs to a server, wherever they are attached now. Floating IPs that this server already has stay.
 *
 * The floating IPs and all affected servers are locked until the network has changed. Throws `validation` with the index of an invalid id,
 * `not_yours`, `locked` and `wrong_state`.
 */
export async function attachFloatingIps(
  cx: MutatingCx<Customer>,
  { body: { ids, server_id: serverId } }: Input<'attachFloatingIps'>,
): Promise<Reply<'attachFloatingIps'>> {
  await requireReference(cx, 'server', serverId, 'server_id');
  const movable = await requireMovable(cx, ids, { to: serverId });
  const target = await lockServer(cx.db, serverId);
  if (!target) throw new Failure('internal', { internal: `service ${serverId} has no server` });
  const moving = movable.filter(({ floatingIp }) => floatingIp.server_id !== serverId);
  const place = {
    id: serverId,
    status: target.status,
    nodeId: target.node_id,
    floatingIps: await floatingIpsOfServer(cx.db, serverId),
    max: cx.settings.floatingIpsPerServer,
  };
  refuse(explainTargetRefusal(place, moving.length));
  for (const { toMove } of moving) refuse(explainOtherNode(toMove, place));
  await refuseIfLocked(cx.db, 'server', serverId);
  const sources = [...new Map(moving.flatMap(({ server }) => (server ? [[server.id, server]] : []))).values()];
  const nodes = new Set(sources.flatMap(({ node_id }) => (node_id === target.node_id ? [] : node_id)));
  if (nodes.size > 1 || (nodes.size === 1 && sources.some(({ node_id }) => node_id === target.node_id)))
    refuse(
      'These floating IPs are attached to servers on several hosts. Send one request per host, or detach the floating IPs first.',
    );
  await setAttachTo(cx.db, ids, null);
  const floatingIps = moving.map(({ floatingIp }) => floatingIp);
  if (floatingIps.length > 0) await startAttach(cx, { floatingIps, target, sources, action: 'attachFloatingIps' });
  return replyOf(cx, ids);
}

function refuse(message: string | undefined): void {
  if (message !== undefined) throw new Failure('wrong_state', { message });
}

/**
 * Detaches floating IPs from their servers. Floating IPs without a server are skipped.
 *
 * The floating IPs and their servers are locked until the network has changed. Throws `validation` with the index of an invalid id,
 * `not_yours`, `locked` and `wrong_state`.
 */
export async function detachFloatingIps(
  cx: MutatingCx<Customer>,
  { body: { ids } }: Input<'detachFloatingIps'>,
): Promise<Reply<'detachFloatingIps'>> {
  const movable = await requireMovable(cx, ids, { to: null });
  await setAttachTo(cx.db, ids, null);
  const attached = movable.flatMap(({ floatingIp, server }) => (server ? [{ floatingIp, server }] : []));
  for (const nodeId of new Set(attached.map(({ server }) => server.node_id))) {
    const own = attached.filter(({ server }) => server.node_id === nodeId);
    await startDetach(cx, {
      floatingIps: own.map(({ floatingIp }) => floatingIp),
      sources: own.map(({ server }) => server),
      action: 'detachFloatingIps',
    });
  }
  return replyOf(cx, ids);
}

async function replyOf(cx: MutatingCx<Customer>, ids: readonly number[]) {
  const rows = await loadFloatingIps(cx.db, ids);
  return { data: rows.map((row) => presentFloatingIp(row, cx.actor.taxRate)) };
}
