/**
 * Time when the worker of each node was last seen, and when it is expected back. No index contains these columns, so that a beat is a small
 * update.
 */
import type { WorkerTimes } from '@innkeeper/model/installation/presence';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Records that the worker of a node is running. */
export async function markSeen(db: Kysely<Database>, nodeId: number, now: Date): Promise<void> {
  await db.updateTable('nodes').set({ seen_at: now, back_by: null }).where('id', '=', nodeId).execute();
}

/** Records that the worker of a node stops or starts and is expected by `backBy`. */
export async function expectBack(db: Kysely<Database>, nodeId: number, backBy: Date): Promise<void> {
  await db.updateTable('nodes').set({ back_by: backBy }).where('id', '=', nodeId).execute();
}

/** Records that the workers of all nodes are expected by `backBy`. */
export async function expectAllBack(db: Kysely<Database>, backBy: Date): Promise<void> {
  await db.updateTable('nodes').set({ back_by: backBy }).execute();
}

/** Returns when a node's worker was last seen and is expected back. */
export async function findSighting(db: Kysely<Database>, nodeId: number): Promise<WorkerTimes> {
  return db
    .selectFrom('nodes')
    .select(['seen_at as seenAt', 'back_by as backBy'])
    .where('id', '=', nodeId)
    .executeTakeFirstOrThrow();
}

export interface ServingNode extends WorkerTimes {
  id: number;
  name: string;
}

/** Lists the nodes that need a worker: nodes that accept servers, and nodes that have some. */
export async function listServingNodes(db: Kysely<Database>): Promise<ServingNode[]> {
  return db
    .selectFrom('nodes')
    .select(['id', 'name', 'seen_at as seenAt', 'back_by as backBy'])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'active'),
        sql<boolean>`exists (select from servers s where s.node_id = nodes.id and s.status <> 'terminated')`,
      ]),
    )
    .orderBy('id')
    .execute();
}
