/** Moves of single servers to other nodes, and their rows after a restore. `node drain` moves the servers of a node. */
import { lockServer } from '@innkeeper/db/tables/servers';
import { noNode } from '@innkeeper/domain/nodes/find';
import { placeServer as place } from '@innkeeper/domain/servers/place';
import { startMove } from '@innkeeper/domain/servers/start-move';
import { Failure } from '@innkeeper/model/failures';
import type { StaffCx, StaffInput, StaffReply } from '../define.staff.ts';

/**
 * Starts the move of a server, live if it runs. Throws `not_found`, `locked`, `wrong_state` with the reason why the server cannot move, and
 * `no_capacity`.
 */
export async function moveServer(cx: StaffCx, input: StaffInput<'moveServer'>): Promise<StaffReply<'moveServer'>> {
  const { db } = cx;
  const { server: id, to, leave_copies: leaveCopies } = input;
  if (to !== undefined && !(await db.selectFrom('nodes').select('id').where('name', '=', to).executeTakeFirst()))
    throw noNode(to);
  const server = await lockServer(db, id);
  if (!server || server.status === 'terminated') throw new Failure('not_found', { message: `Server ${id} does not exist.` });
  const started = await startMove(cx, server, { to, leaveCopies, action: 'moveServer' });
  return { server: id, hostname: server.hostname, ...started };
}

/** Sets a server to the node where its guest runs. Throws as `domain/servers/place.ts` says. */
export function placeServer(cx: StaffCx, { server, on }: StaffInput<'placeServer'>): Promise<StaffReply<'placeServer'>> {
  return place(cx, server, on);
}
