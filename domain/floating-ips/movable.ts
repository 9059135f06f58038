import type { FloatingIp, Server } from '@innkeeper/db/schema';
import { poolNodesOf } from '@innkeeper/db/tables/floating-ips';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { lockServer } from '@innkeeper/db/tables/servers';
import { Failure } from '@innkeeper/model/failures';
import { explainNotMovable, type FloatingIpToMove } from '@innkeeper/model/net/floating-ips';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { requireFloatingIps } from './named.ts';

export interface Movable {
  floatingIp: FloatingIp;
  toMove: FloatingIpToMove;
  /** Server to which it is attached, or `null`. */
  server: Server | null;
}

/**
 * Returns the floating IPs that a body names under `ids`, with their servers, and locks all until the transaction ends. `to` is the target
 * server, whose lock is not checked here.
 *
 * Throws `validation` with the position, `not_yours`, `locked` if one of the floating IPs or of their current servers is locked, or
 * `wrong_state`.
 */
export async function requireMovable(
  cx: MutatingCx<Customer>,
  ids: readonly number[],
  { to }: { to: number | null },
): Promise<Movable[]> {
  const floatingIps = await requireFloatingIps(cx, ids);
  const poolNodes = await poolNodesOf(cx.db, ids);
  const servers = new Map<number, Server>();
  for (const id of new Set(floatingIps.flatMap(({ server_id }) => server_id ?? []))) {
    const server = await lockServer(cx.db, id);
    if (server) servers.set(id, server);
    if (id !== to) await refuseIfLocked(cx.db, 'server', id);
  }
  return floatingIps.map((floatingIp) => {
    const toMove = { ...floatingIp, poolNodeId: poolNodes.get(floatingIp.id) ?? null };
    const refusal = explainNotMovable(toMove);
    if (refusal !== undefined) throw new Failure('wrong_state', { message: refusal });
    return { floatingIp, toMove, server: servers.get(floatingIp.server_id ?? 0) ?? null };
  });
}
