/** Starts the move of a running server to another node. The move itself is the workflow `server.migrate`. */
import type { Server } from '@innkeeper/db/schema';
import { countCopiesOnNode, listMoveNodes } from '@innkeeper/db/tables/moves';
import { reserveCapacity } from '@innkeeper/db/tables/nodes';
import { Failure } from '@innkeeper/model/failures';
import { needOf } from '@innkeeper/model/servers/capacity';
import { explainCopies, explainSource, explainTarget, type MoveNode } from '@innkeeper/model/servers/moving';
import type { MutatingCx } from '../context.ts';
import { startWorkflow } from '../workflows/start.ts';

export interface MigrateRequest {
  /** Name of the new node. Default: the node with the most free memory. */
  to?: string | undefined;
  leaveCopies: boolean;
  /** Ids of nodes that are taken last, because moves of the server to them have failed. Default: none. */
  avoid?: readonly number[];
  /** Action of the audit line. */
  action: string;
}

export interface StartedMove {
  to: { id: number; name: string };
  workflow: number;
}

/**
 * Reserves capacity on the new node and starts the move. The caller has locked the server's row, and knows that the server itself can move.
 * Throws `wrong_state`, or `no_capacity` if only capacity is missing.
 */
export async function migrateServer(cx: MutatingCx, server: Server, request: MigrateRequest): Promise<StartedMove> {
  const { vcpus, memory_mb: memoryMb, disk_gb: diskGb, dedicated_cpu: dedicated } = server;
  const need = needOf({ vcpus, memoryMb, diskGb, dedicated });
  const now = cx.clock.now();
  const nodes = await listMoveNodes(cx.db);
  const source = nodes.find(({ id }) => id === server.node_id);
  if (source === undefined) throw new Error(`server ${server.id} is on no node`);
  const copies = { count: await countCopiesOnNode(cx.db, server), leaves: request.leaveCopies };
  const staying = explainSource(source, now) ?? explainCopies(copies, source.name);
  if (staying !== undefined) throw new Failure('wrong_state', { message: `Server ${server.id} ${staying}.` });
  const avoided = ({ id }: MoveNode) => Number(request.avoid?.includes(id) ?? false);
  const wanted = nodes
    .filter(({ id, name }) => (request.to === undefined ? id !== source.id : name === request.to))
    .sort((one, other) => avoided(one) - avoided(other));
  const refusals: string[] = [];
  for (const node of wanted) {
    const refusal = explainTarget(node, { source, need }, now);
    if (refusal === undefined && (await reserveCapacity(cx.db, node.id, need))) return start(cx, server, node, request);
    refusals.push(refusal ?? `node ${node.name} was filled by another order`);
  }
  throw refused(server, wanted.length === 0 ? ['there is no other node'] : refusals, wanted.some(lacksOnlyRoom));

  function lacksOnlyRoom(node: (typeof nodes)[number]): boolean {
    return source !== undefined && explainTarget({ ...node, room: need }, { source, need }, now) === undefined;
  }
}

function refused({ id }: Server, refusals: readonly string[], isRoom: boolean): Failure {
  return new Failure(isRoom ? 'no_capacity' : 'wrong_state', { message: `Server ${id} cannot move: ${refusals.join('; ')}.` });
}

async function start(
  cx: MutatingCx,
  server: Server,
  to: MoveNode,
  { leaveCopies, action }: MigrateRequest,
): Promise<StartedMove> {
  const input = { from: server.node_id, to: to.id, leaveCopies };
  return { to, workflow: await startWorkflow(cx, 'server.migrate', server, input, { action, details: input }) };
}
