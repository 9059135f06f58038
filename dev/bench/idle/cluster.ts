/** Reads the CPU time of a PostgreSQL server and the position of its write-ahead log. */
import fs from 'node:fs';
import type pg from 'pg';

/** Clock ticks per second: `getconf CLK_TCK`, which is 100 on every Linux. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU time of the server in milliseconds, including ended processes. `pid`: its first process. */
export function clusterCpuMs(pid: number): number {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.map((name) => statOf(Number(name))).filter((stat) => stat?.parent === pid);
  const first = statOf(pid);
  const ticks = children.reduce((sum, stat) => sum + (stat?.own ?? 0), (first?.own ?? 0) + (first?.ended ?? 0));
  return (ticks / TICKS_PER_SECOND) * 1000;
}

/** Returns the fields of a process, or `null` if it has ended. See proc_pid_stat(5). The text after the name starts with field 3. */
function statOf(pid: number): { parent: number; own: number; ended: number } | null {
  let text: string;
  try {
    text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process has just ended.
    return null;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return { parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) };
}

interface Position {
  /** Position in the write-ahead log. */
  lsn: string;
  /** Number of committed transactions of the database, including those that only read. */
  transactions: number;
}

export async function readWalPosition(superuser: pg.Pool): Promise<Position> {
  const { rows } = await superuser.query<{ lsn: string; transactions: string }>(
    `select pg_current_wal_insert_lsn() as lsn, xact_commit as transactions from pg_stat_database where datname = current_database()`,
  );
  return { lsn: rows[0]?.lsn ?? '', transactions: Number(rows[0]?.transactions) };
}

export interface WalVolume {
  /** Transactions that wrote. */
  commits: number;
  /** Bytes of records, without the full-page images after each checkpoint. */
  recordBytes: number;
  pageBytes: number;
}

/** Counts the records of the write-ahead log between two positions. */
export async function measureWalBetween(superuser: pg.Pool, from: string, to: string): Promise<WalVolume> {
  const { rows } = await superuser.query<Record<'commits' | 'records' | 'pages', string>>(
    `select coalesce(sum(count) filter (where "resource_manager/record_type" = 'Transaction/COMMIT'), 0) as commits,
       coalesce(sum(record_size), 0) as records, coalesce(sum(fpi_size), 0) as pages
     from pg_get_wal_stats($1, $2, true)`,
    [from, to],
  );
  const { commits, records, pages } = rows[0] ?? {};
  return { commits: Number(commits), recordBytes: Number(records), pageBytes: Number(pages) };
}
