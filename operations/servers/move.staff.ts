/** Moves of single servers to other nodes, and their rows after a restore. `node drain` moves all stopped servers of a node. */
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { countCopiesOnNode } from '@innkeeper/db/tables/moves';
import { lockServer } from '@innkeeper/db/tables/servers';
import { noNode } from '@innkeeper/domain/nodes/find';
import { migrateServer } from '@innkeeper/domain/servers/migrate';
import { movableServer, moveStopped } from '@innkeeper/domain/servers/move';
import { placeServer as place } from '@innkeeper/domain/servers/place';
import { Failure } from '@innkeeper/model/failures';
import { explainCopies, explainStaying, wayOf } from '@innkeeper/model/servers/moving';
import type { StaffCx, StaffInput, StaffReply } from '../define.staff.ts';

const ACTION = 'moveServer';

/**
 * Starts the move of a server, live if it runs. Throws `not_found`, `locked`, `wrong_state` with the reason why the server cannot move, and
 * `no_capacity`.
 */
export async function moveServer(cx: StaffCx, input: StaffInput<'moveServer'>): Promise<StaffReply<'moveServer'>> {
  const { db } = cx;
  const { server: id, to: wanted, leave_copies: leaveCopies } = input;
  const names = new Map((await db.selectFrom('nodes').select(['id', 'name']).execute()).map((node) => [node.id, node.name]));
  const only = [...names].find(([, name]) => name === wanted)?.[0];
  if (wanted !== undefined && only === undefined) throw noNode(wanted);
  const server = await lockServer(db, id);
  if (!server || server.status === 'terminated') throw new Failure('not_found', { message: `Server ${id} does not exist.` });
  await refuseIfLocked(db, 'server', id);
  const staying = explainStaying(await movableServer(cx, server), ['live', 'stopped']);
  if (staying !== undefined) throw new Failure('wrong_state', { message: `Server ${id} ${staying}.` });
  const from = names.get(server.node_id) ?? String(server.node_id);
  const about = { server: id, hostname: server.hostname, from };
  if (wayOf(server.power) === 'live') {
    const { to, workflow } = await migrateServer(cx, server, { to: wanted, leaveCopies, action: ACTION });
    return { ...about, to: to.name, live: true, workflow };
  }
  if (only === server.node_id)
    throw new Failure('wrong_state', { message: `Server ${id} cannot move: it is already on node ${from}.` });
  const copies = explainCopies({ count: await countCopiesOnNode(db, server), leaves: leaveCopies });
  if (copies !== undefined) throw new Failure('wrong_state', { message: `Server ${id} ${copies}.` });
  const started = await moveStopped(cx, server, { from, only, action: ACTION });
  if (typeof started === 'string') throw new Failure('wrong_state', { message: `Server ${id} ${started}.` });
  return { ...about, to: names.get(started.to) ?? String(started.to), live: false, workflow: started.workflow };
}

/** Sets a server to the node where its guest runs. Throws as `domain/servers/place.ts` says. */
export function placeServer(cx: StaffCx, { server, on }: StaffInput<'placeServer'>): Promise<StaffReply<'placeServer'>> {
  return place(cx, server, on);
}
