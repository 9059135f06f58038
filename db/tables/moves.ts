/** Servers that move to another node, and the nodes to which they can. */

import type { Room } from '@innkeeper/model/servers/capacity';
import type { MoveNode } from '@innkeeper/model/servers/moving';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Server } from '../schema.ts';
import { freeRoom } from './nodes.ts';

/** Returns a subquery with the ids of the servers that a workflow `server.migrate` moves to the node, or has just moved there. */
export const idsMovingTo = (nodeId: number): RawBuilder<number> => sql<number>`
  (select l.resource_id from locks l join workflows w on w.id = l.workflow_id
    where l.kind = 'server' and l.reason = 'move' and w.kind = 'server.migrate' and (w.input ->> 'to')::int = ${nodeId})`;

/** Lists all nodes with their free capacity, those with the most free memory first. */
export async function listMoveNodes(db: Kysely<Database>): Promise<(MoveNode & { room: Room })[]> {
  const rows = await db
    .selectFrom('nodes')
    .select(['id', 'name', 'state', 'engine', 'accelerator', 'seen_at as seenAt', 'filters', 'uplink'])
    .select(sql<boolean>`exists (select from node_links l where l.node_id = nodes.id)`.as('isLinked'))
    .select(freeRoom)
    .orderBy('memoryMb', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ vcpus, dedicatedVcpus, memoryMb, diskGb, ...node }) => ({
    ...node,
    room: { vcpus, dedicatedVcpus, memoryMb, diskGb },
  }));
}

/** Counts the copies of a server on the disk of its node. */
export async function countCopiesOnNode(db: Kysely<Database>, server: Pick<Server, 'id' | 'node_id'>): Promise<number> {
  const { count } = await db
    .selectFrom('copies')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('server_id', '=', server.id)
    .where('node_id', '=', server.node_id)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return count;
}
