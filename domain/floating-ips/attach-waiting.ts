/** Floating IPs that wait for a server: ordered for the server, or attached to it when they were suspended. */
import type { FloatingIp } from '@innkeeper/db/schema';
import { lockFloatingIps, poolNodesOf, setAttachTo } from '@innkeeper/db/tables/floating-ips';
import { isLocked } from '@innkeeper/db/tables/locks';
import { lockServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '../context.ts';
import { startAttach } from './move.ts';

/**
 * Attaches the waiting floating IPs that can be attached now. Locked floating IPs wait for the job (jobs/move-floating-ips.ts). A floating
 * IP stays unattached if its server has ended or can no longer serve it. Returns whether anything changed.
 */
export async function attachWaiting(cx: MutatingCx, ids: readonly number[]): Promise<boolean> {
  const waiting = (await lockFloatingIps(cx.db, ids)).filter(
    ({ status, attach_to, server_id }) => status === 'active' && attach_to !== null && server_id === null,
  );
  let begun = false;
  for (const serverId of new Set(waiting.map(({ attach_to }) => attach_to as number))) {
    const own = waiting.filter(({ attach_to }) => attach_to === serverId);
    begun = (await attachTo(cx, serverId, own)) || begun;
  }
  return begun;
}

/** Attaches floating IPs to one server. Returns whether anything changed. */
async function attachTo(cx: MutatingCx, serverId: number, floatingIps: readonly FloatingIp[]): Promise<boolean> {
  const target = await lockServer(cx.db, serverId);
  if (target?.status === 'suspended' || (await isLocked(cx.db, 'server', serverId))) return false;
  const free: FloatingIp[] = [];
  for (const one of floatingIps) if (!(await isLocked(cx.db, 'floating_ip', one.id))) free.push(one);
  const poolNodes = await poolNodesOf(
    cx.db,
    free.map(({ id }) => id),
  );
  const ids = free.map(({ id }) => id);
  await setAttachTo(cx.db, ids, null);
  if (target?.status !== 'active') return ids.length > 0;
  const servable = free.filter(({ id }) => [null, undefined, target.node_id].includes(poolNodes.get(id)));
  if (servable.length > 0)
    await startAttach(cx, { floatingIps: servable, target, sources: [], action: 'floating-ip.attach-waiting' });
  return ids.length > 0;
}
