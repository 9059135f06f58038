import { loadFloatingIps, type ShownFloatingIp, setAttachTo } from '@innkeeper/db/tables/floating-ips';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireMovable } from '@innkeeper/domain/floating-ips/movable';
import { startDetach } from '@innkeeper/domain/floating-ips/move';

/**
 * Detaches floating IPs from their servers. Floating IPs without a server are skipped.
 *
 * The floating IPs and their servers are locked until the network has changed. Throws `validation` with the index of an invalid id,
 * `not_yours`, `locked` and `wrong_state`.
 */
export async function detachFloatingIps(
  cx: MutatingCx<Customer>,
  { ids }: { ids: readonly number[] },
): Promise<ShownFloatingIp[]> {
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
  return loadFloatingIps(cx.db, ids);
}
