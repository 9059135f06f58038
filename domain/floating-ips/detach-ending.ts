/** Detaches suspended and ended floating IPs from their servers. The address of an ended floating IP is released after that. */
import type { FloatingIp } from '@innkeeper/db/schema';
import { lockFloatingIps } from '@innkeeper/db/tables/floating-ips';
import { freeAddressesOfFloatingIps } from '@innkeeper/db/tables/ip-addresses';
import { isLocked } from '@innkeeper/db/tables/locks';
import { lockServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '../context.ts';
import { startDetach } from './move.ts';

/**
 * Starts one workflow per server that detaches its floating IPs, and releases the addresses of ended floating IPs without a server. Locked
 * floating IPs, and those of locked servers, wait for the job (jobs/move-floating-ips.ts). Returns whether anything changed.
 */
export async function detachEnding(cx: MutatingCx, ids: readonly number[]): Promise<boolean> {
  const rows = await lockFloatingIps(cx.db, ids);
  const ending = rows.filter(({ status }) => status === 'suspended' || status === 'terminated');
  const unattached = ending.filter(({ status, server_id }) => status === 'terminated' && server_id === null);
  if (unattached.length > 0)
    await freeAddressesOfFloatingIps(
      cx.db,
      unattached.map(({ id }) => id),
      cx.clock.now(),
    );
  let begun = unattached.length > 0;
  for (const serverId of new Set(ending.flatMap(({ server_id }) => server_id ?? []))) {
    const own = ending.filter(({ server_id }) => server_id === serverId);
    begun = (await detachFrom(cx, serverId, own)) || begun;
  }
  return begun;
}

async function detachFrom(cx: MutatingCx, serverId: number, floatingIps: readonly FloatingIp[]): Promise<boolean> {
  const server = await lockServer(cx.db, serverId);
  if (!server || (await isLocked(cx.db, 'server', serverId))) return false;
  const free: FloatingIp[] = [];
  for (const one of floatingIps) if (!(await isLocked(cx.db, 'floating_ip', one.id))) free.push(one);
  if (free.length === 0) return false;
  await startDetach(cx, { floatingIps: free, sources: [server], action: 'floating-ip.detach-ending' });
  return true;
}
