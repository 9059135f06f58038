/** Servers of a draining node, with all that decides whether they move. */
import { awayCutoff } from '@innkeeper/model/installation/presence';
import { needOf } from '@innkeeper/model/servers/capacity';
import type { DrainedServer } from '@innkeeper/model/servers/draining';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Server } from '../schema.ts';

/** Number of ended moves that decide on the pause. The pause does not grow after more failures. */
const ENDED_MOVES = 8;

interface Row {
  id: number;
  hostname: string;
  status: string;
  power: string;
  rescue: boolean;
  hasIso: boolean;
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  dedicated: boolean;
  boundAddress: string | null;
  copies: number;
  isFiltered: boolean;
  workflow: number | null;
  kind: string | null;
  to: string | null;
  endedMoves: { workflow: number; hasFailed: boolean; endedAt: string; error: string }[];
}

/** Lists the servers of a node, and those that have just moved away while the move still needs the node, oldest first. */
export async function listDrainedServers(db: Kysely<Database>, nodeId: number): Promise<DrainedServer[]> {
  const { rows } = await sql<Row>`
    select s.id, s.hostname, s.status, s.power, s.rescue, s.vcpus, s.memory_mb as "memoryMb", s.disk_gb as "diskGb",
      s.dedicated_cpu as dedicated, s.primary_iso_id is not null or s.secondary_iso_id is not null as "hasIso",
      (select a.address from ip_addresses a join ip_pools p on p.id = a.pool_id
        where a.server_id = s.id and p.node_id is not null order by a.id limit 1) as "boundAddress",
      (select count(*)::int from copies c
        where c.server_id = s.id and c.node_id = ${nodeId} and c.status <> 'failed') as copies,
      exists (select from firewall_servers f where f.server_id = s.id) as "isFiltered",
      w.id as workflow, w.kind,
      (select n.name from nodes n where w.kind in ('server.migrate', 'server.move')
        and w.input -> 'from' = to_jsonb(${nodeId}::int) and to_jsonb(n.id) = w.input -> 'to') as "to",
      coalesce((select jsonb_agg(m) from (
        select e.id as workflow, e.state <> 'done' as "hasFailed", e.finished_at as "endedAt",
          coalesce(nullif(e.error, ''), e.reason, 'unknown cause') as error
        from workflows e where e.resource_kind = 'server' and e.resource_id = s.id and e.finished_at is not null
          and e.kind in ('server.migrate', 'server.move') and e.input -> 'from' = to_jsonb(${nodeId}::int)
        order by e.id desc limit ${ENDED_MOVES}) m), '[]') as "endedMoves"
    from servers s
      left join locks l on l.kind = 'server' and l.resource_id = s.id
      left join workflows w on w.id = l.workflow_id
    where s.status <> 'terminated' and (s.node_id = ${nodeId} or s.id in (
      select m.resource_id from workflows m where m.finished_at is null and m.resource_kind = 'server'
        and m.kind in ('server.migrate', 'server.move') and m.input -> 'from' = to_jsonb(${nodeId}::int)))
    order by s.id`.execute(db);
  return rows.map(({ rescue, vcpus, memoryMb, diskGb, dedicated, workflow, kind, to, endedMoves, boundAddress, ...row }) => ({
    ...row,
    isRescued: rescue,
    isLocked: workflow !== null,
    boundAddress: boundAddress ?? undefined,
    need: needOf({ vcpus, memoryMb, diskGb, dedicated }),
    lock: workflow === null ? null : { workflow, kind: kind ?? '', to },
    endedMoves: endedMoves.map((move) => ({ ...move, endedAt: new Date(move.endedAt) })),
  }));
}

/** Lists the ids of the nodes to which recent moves of a server from its node have failed. */
export async function listFailedTargets(db: Kysely<Database>, server: Pick<Server, 'id' | 'node_id'>): Promise<number[]> {
  const { rows } = await sql<{ to: number }>`
    select (w.input ->> 'to')::int as "to" from workflows w
    where w.resource_kind = 'server' and w.resource_id = ${server.id} and w.state = 'undone'
      and w.kind in ('server.migrate', 'server.move') and w.input -> 'from' = to_jsonb(${server.node_id}::int)
    order by w.id desc limit ${ENDED_MOVES}`.execute(db);
  return rows.map(({ to }) => to);
}

/**
 * Counts the moves from a node that are under way. Stuck moves and moves that wait for an absent worker do not count. They use neither
 * disk nor network, and must not stop other servers.
 */
export async function countMovesFrom(db: Kysely<Database>, nodeId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workflows w join nodes n on n.id = w.node_id
    where w.finished_at is null and w.state in ('queued', 'running') and w.kind in ('server.migrate', 'server.move')
      and w.input -> 'from' = to_jsonb(${nodeId}::int) and n.seen_at > ${awayCutoff(now)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Locks a node that is being drained with its running servers, so that nobody activates it. Returns false if it is not. */
export async function lockLiveDrain(trx: Transaction<Database>, nodeId: number): Promise<boolean> {
  const node = await trx
    .selectFrom('nodes')
    .select('id')
    .where('id', '=', nodeId)
    .where('drains_live', '=', true)
    .forUpdate()
    .executeTakeFirst();
  return node !== undefined;
}
