/** Counts and ages of rows for monitoring, read in one statement. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface TelemetryRows {
  workflows: { kind: string; state: string; count: number }[];
  /** Time since which the longest waiting workflow is due, or `null` if none is due. */
  workflow_due_at: Date | null;
  servers: { node: string; power: string; count: number }[];
  nodes: {
    name: string;
    /** Unix seconds, or `null` if no worker ever reported. */
    seen_at: number | null;
    offered: { vcpus: number; memory_mb: number; disk_gb: number };
    used: { vcpus: number; memory_mb: number; disk_gb: number };
  }[];
  alerts: { kind: string; count: number }[];
  /** Creation time of the oldest unsent mail or webhook delivery, or `null` if none is waiting. */
  mail_since: Date | null;
  webhook_since: Date | null;
}

/** Reads the counts and ages. Each part uses an index on unfinished or used rows, so the history is not read. */
export async function readTelemetry(db: Kysely<Database>, now: Date): Promise<TelemetryRows> {
  const { rows } = await sql<TelemetryRows>`
    select
      (select coalesce(json_agg(w), '[]') from (
        select kind, shown_state as state, count(*)::int as count from workflows where finished_at is null group by 1, 2
      ) w) as workflows,
      (select min(run_at) from workflows where state in ('queued', 'stuck') and run_at <= ${now}) as workflow_due_at,
      (select coalesce(json_agg(s), '[]') from (
        select n.name as node, d.power, count(*)::int as count
        from server_details d join nodes n on n.id = d.node_id where d.holds_capacity group by 1, 2
      ) s) as servers,
      (select coalesce(json_agg(json_build_object(
        'name', name, 'seen_at', extract(epoch from seen_at)::float8,
        'offered', json_build_object('vcpus', vcpus_offered, 'memory_mb', memory_mb_offered, 'disk_gb', disk_gb_offered),
        'used', json_build_object('vcpus', vcpus_used, 'memory_mb', memory_mb_used, 'disk_gb', disk_gb_used)
      ) order by name), '[]') from nodes) as nodes,
      (select coalesce(json_agg(a), '[]') from (
        select kind, count(*)::int as count from operator_alerts where resolved_at is null group by 1
      ) a) as alerts,
      (select min(created_at) from mails where sent_at is null and failed_at is null) as mail_since,
      (select min(created_at) from event_deliveries where status = 'pending') as webhook_since`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a select without from returns a row');
  return row;
}
