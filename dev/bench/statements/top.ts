/**
 * Lists the slowest statements of the API and the worker, by pg_stat_statements. It does not record commits, so slow commits come from the
 * log.
 */
import fs from 'node:fs';
import { API_ROLE, WORKER_ROLE } from '@innkeeper/db/roles';
import type { BenchDatabase } from '../database.ts';
import { SLOW_MS } from './slow.ts';

export interface StatementFigures {
  role: 'api' | 'worker';
  /** Query on one line, shortened. */
  query: string;
  calls: number;
  totalMs: number;
  meanMs: number;
  maxMs: number;
  rows: number;
}

const SHOWN = 110;
/** Number of statements that are stored: enough for the top ten of all parts. */
const MAX_SHOWN = 40;

/** Returns the first statements by total time, and all that took longer than `SLOW_MS` at least once. */
export async function topStatements({
  superuser,
  log,
}: Pick<BenchDatabase<unknown>, 'superuser' | 'log'>): Promise<StatementFigures[]> {
  const { rows } = await superuser.query<Record<keyof StatementFigures, string>>(
    `select case userid when $1::regrole then 'api' else 'worker' end as role,
       regexp_replace(regexp_replace(query, '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g') as query,
       calls, total_exec_time as "totalMs", mean_exec_time as "meanMs", max_exec_time as "maxMs", rows
     from pg_stat_statements where userid in ($1::regrole, $2::regrole) order by total_exec_time desc`,
    [API_ROLE, WORKER_ROLE],
  );
  const statements = rows
    .map((row) => ({
      role: row.role as 'api' | 'worker',
      query: row.query.trim().slice(0, SHOWN),
      calls: Number(row.calls),
      totalMs: Number(row.totalMs),
      meanMs: Number(row.meanMs),
      maxMs: Number(row.maxMs),
      rows: Number(row.rows),
    }))
    .filter(({ maxMs }, i) => i < MAX_SHOWN || maxMs > SLOW_MS);
  return [...statements, ...slowCommits(fs.readFileSync(log, 'utf8'))];
}

const SLOW_COMMIT = /^innkeeper_(api|worker) LOG: {2}duration: ([\d.]+) ms {2}\w+[^:]*: commit\b/gim;

/** Returns slow commits of the log. A commit runs the deferred triggers and waits for the disk. */
export function slowCommits(log: string): StatementFigures[] {
  const took = [...log.matchAll(SLOW_COMMIT)].map(([, role, ms]) => ({ role: role as 'api' | 'worker', ms: Number(ms) }));
  return (['api', 'worker'] as const).flatMap((role) => {
    const times = took.filter((one) => one.role === role).map(({ ms }) => ms);
    if (times.length === 0) return [];
    const totalMs = times.reduce((sum, ms) => sum + ms, 0);
    const query = `commit: of those that took over ${SLOW_MS} ms`;
    return [{ role, query, calls: times.length, totalMs, meanMs: totalMs / times.length, maxMs: Math.max(...times), rows: 0 }];
  });
}
