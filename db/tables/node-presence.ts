/** When the worker of each node was last there, and by when it is to be back. The columns are in no index, so that a beat is a small update. */
import type { Sighting } from '@innkeeper/model/presence';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Records that the worker of a node is there. */
export async function markSeen(db: Kysely<Database>, nodeId: number, now: Date): Promise<void> {
  await db.updateTable('nodes').set({ seen_at: now, back_by: null }).where('id', '=', nodeId).execute();
}

/** Records that the worker of a node leaves, or is being started, and is to be there by `backBy`. */
export async function expectBack(db: Kysely<Database>, nodeId: number, backBy: Date): Promise<void> {
  await db.updateTable('nodes').set({ back_by: backBy }).where('id', '=', nodeId).execute();
}

export async function findSighting(db: Kysely<Database>, nodeId: number): Promise<Sighting> {
  return db
    .selectFrom('nodes')
    .select(['seen_at as seenAt', 'back_by as backBy'])
    .where('id', '=', nodeId)
    .executeTakeFirstOrThrow();
}

export interface ServingNode extends Sighting {
  id: number;
  name: string;
}

/** Lists the nodes whose worker somebody needs: those that accept servers, and those that have some. */
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
