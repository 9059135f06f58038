/** Starts the move of a server to another node, live if the server runs. */
import type { Server } from '@innkeeper/db/schema';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { countCopiesOnNode } from '@innkeeper/db/tables/moves';
import { Failure } from '@innkeeper/model/failures';
import { explainCopies, explainStaying, wayOf } from '@innkeeper/model/servers/moving';
import type { MutatingCx } from '../context.ts';
import { type MigrateRequest, migrateServer } from './migrate.ts';
import { movableServer, moveStopped } from './move.ts';

export interface StartedMove {
  from: string;
  to: string;
  /** True if the server runs on while it moves. */
  live: boolean;
  workflow: number;
}

/**
 * Reserves capacity on the new node and starts the move. The caller has locked the server's row. Throws `locked`, `wrong_state` with the
 * reason why the server cannot move, and `no_capacity`.
 */
export async function startMove(cx: MutatingCx, server: Server, request: MigrateRequest): Promise<StartedMove> {
  const { id } = server;
  await refuseIfLocked(cx.db, 'server', id);
  const nodes = await cx.db.selectFrom('nodes').select(['id', 'name']).execute();
  const names = new Map(nodes.map((node) => [node.id, node.name]));
  const from = names.get(server.node_id) ?? String(server.node_id);
  if (request.to === from)
    throw new Failure('wrong_state', { message: `Server ${id} cannot move: it is already on node ${from}.` });
  const staying = explainStaying(await movableServer(cx, server), ['live', 'stopped'], from);
  if (staying !== undefined) throw new Failure('wrong_state', { message: `Server ${id} ${staying}.` });
  if (wayOf(server.power) === 'live') {
    const { to, workflow } = await migrateServer(cx, server, request);
    return { from, to: to.name, live: true, workflow };
  }
  const { to: wanted, leaveCopies, action } = request;
  const copies = explainCopies({ count: await countCopiesOnNode(cx.db, server), leaves: leaveCopies }, from);
  if (copies !== undefined) throw new Failure('wrong_state', { message: `Server ${id} ${copies}.` });
  const only = nodes.find(({ name }) => name === wanted);
  const started = await moveStopped(cx, server, { from, only, action });
  if (typeof started === 'string') throw new Failure('wrong_state', { message: `Server ${id} ${started}.` });
  return { from, to: names.get(started.to) ?? String(started.to), live: false, workflow: started.workflow };
}
