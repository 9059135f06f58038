import { floatingIpsOfServer, loadFloatingIps, type ShownFloatingIp, setAttachTo } from '@innkeeper/db/tables/floating-ips';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { lockServer } from '@innkeeper/db/tables/servers';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireMovable } from '@innkeeper/domain/floating-ips/movable';
import { startAttach } from '@innkeeper/domain/floating-ips/move';
import { requireReference } from '@innkeeper/domain/resources/references';
import { Failure } from '@innkeeper/model/failures';
import { explainOtherNode, explainTargetRefusal } from '@innkeeper/model/floating-ips';

/**
 * Attaches floating IPs to a server, wherever they are attached now. Floating IPs that this server already has stay.
 *
 * The floating IPs and all affected servers are locked until the network has changed. Throws `validation` with the index of an invalid id,
 * `not_yours`, `locked` and `wrong_state`.
 */
export async function attachFloatingIps(
  cx: MutatingCx<Customer>,
  { ids, serverId }: { ids: readonly number[]; serverId: number },
): Promise<ShownFloatingIp[]> {
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
  return loadFloatingIps(cx.db, ids);
}

function refuse(message: string | undefined): void {
  if (message !== undefined) throw new Failure('wrong_state', { message });
}
