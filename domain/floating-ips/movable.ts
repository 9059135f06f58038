import type { FloatingIp, Server } from '@innkeeper/db/schema';
import { poolNodesOf } from '@innkeeper/db/tables/floating-ips';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { lockServer } from '@innkeeper/db/tables/servers';
import { Failure } from '@innkeeper/model/failures';
import { type FloatingIpToMove, refusalToMove } from '@innkeeper/model/floating-ips';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { requireFloatingIps } from './named.ts';

export interface Movable {
  floatingIp: FloatingIp;
  toMove: FloatingIpToMove;
  /** That has it now. */
  server: Server | null;
}

/**
 * What a body names under `ids`, with the servers that have them, all held until the transaction ends. `to`: a server that keeps what it
 * has. Throws `validation` with the place, `not_yours`, `locked` for one of them or of the servers that they leave, `wrong_state`.
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
    const refusal = refusalToMove(toMove);
    if (refusal !== undefined) throw new Failure('wrong_state', { message: refusal });
    return { floatingIp, toMove, server: servers.get(floatingIp.server_id ?? 0) ?? null };
  });
}
