/** Which statements of the API and the worker took how long, by pg_stat_statements. */
import { API_ROLE, WORKER_ROLE } from '@innkeeper/db/roles';
import type pg from 'pg';

export interface StatementFigures {
  role: 'api' | 'worker';
  /** On one line, shortened. */
  query: string;
  calls: number;
  totalMs: number;
  meanMs: number;
  maxMs: number;
  rows: number;
}

const SHOWN = 110;
/** Enough for the top ten of all parts and for whatever was slow. */
const KEPT = 40;

/** The first by total time, and all that took longer than `slowMs` once. */
export async function topStatements(superuser: pg.Pool, slowMs: number): Promise<StatementFigures[]> {
  const { rows } = await superuser.query<Record<keyof StatementFigures, string>>(
    `select case userid when $1::regrole then 'api' else 'worker' end as role,
       regexp_replace(regexp_replace(query, '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g') as query,
       calls, total_exec_time as "totalMs", mean_exec_time as "meanMs", max_exec_time as "maxMs", rows
     from pg_stat_statements where userid in ($1::regrole, $2::regrole) order by total_exec_time desc`,
    [API_ROLE, WORKER_ROLE],
  );
  return rows
    .map((row) => ({
      role: row.role as 'api' | 'worker',
      query: row.query.trim().slice(0, SHOWN),
      calls: Number(row.calls),
      totalMs: Number(row.totalMs),
      meanMs: Number(row.meanMs),
      maxMs: Number(row.maxMs),
      rows: Number(row.rows),
    }))
    .filter(({ maxMs }, i) => i < KEPT || maxMs > slowMs);
}
