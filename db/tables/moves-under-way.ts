/** Reads the moves of running servers that are under way, by which nodes judge requests of each other. */
import type { RunningMove } from '@innkeeper/model/net/node-link';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Finds the workflow `server.migrate` of a server that runs or waits for its next step. */
export async function findRunningMove(db: Kysely<Database>, serverId: number): Promise<RunningMove | undefined> {
  const { rows } = await sql<RunningMove>`
    select source.name as "from", target.name as "to", w.direction = 'forward' as "isForward",
      home.name as home, s.boot_id as "bootId"
    from workflows w
    join servers s on s.id = w.resource_id
    join nodes home on home.id = s.node_id
    join nodes source on to_jsonb(source.id) = w.input -> 'from'
    join nodes target on to_jsonb(target.id) = w.input -> 'to'
    where w.resource_kind = 'server' and w.resource_id = ${serverId} and w.kind = 'server.migrate' and w.state in ('queued', 'running')
    order by w.id desc
    limit 1`.execute(db);
  return rows[0];
}

/** Lists the servers that a running `server.migrate` has moved to a node: their rows name it. */
export async function listArrivedMoves(db: Kysely<Database>, node: string): Promise<{ serverId: number; from: string }[]> {
  const { rows } = await sql<{ serverId: number; from: string }>`
    select w.resource_id as "serverId", source.name as "from"
    from workflows w
    join servers s on s.id = w.resource_id
    join nodes home on home.id = s.node_id
    join nodes source on to_jsonb(source.id) = w.input -> 'from'
    where w.resource_kind = 'server' and w.kind = 'server.migrate' and w.state in ('queued', 'running')
      and to_jsonb(home.id) = w.input -> 'to' and home.name = ${node}`.execute(db);
  return rows;
}

/** Returns whether a workflow `server.migrate` of the server has not ended. It may also be stuck or held. */
export async function isMoving(db: Kysely<Database>, serverId: number): Promise<boolean> {
  const move = await db
    .selectFrom('workflows')
    .select('id')
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', serverId)
    .where('kind', '=', 'server.migrate')
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return move !== undefined;
}
