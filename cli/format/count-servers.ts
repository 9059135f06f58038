/** Formats the number of servers: `3 servers, 2 running (1 suspended)`. Pure. */

export interface ServerCount {
  status: string;
  power: string;
  count: number;
}

/** Counts the servers that are not terminated. Statuses other than active are listed after the sum. */
export function countServers(rows: readonly ServerCount[]): string {
  const there = rows.filter(({ status }) => status !== 'terminated');
  const others = [...new Set(there.map(({ status }) => status))].filter((status) => status !== 'active').sort();
  const parts = others.map((status) => `${sum(there.filter((row) => row.status === status))} ${status.replaceAll('_', ' ')}`);
  const all = sum(there);
  const running = sum(there.filter(({ power }) => power === 'running'));
  return `${all} ${all === 1 ? 'server' : 'servers'}, ${running} running${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}

function sum(rows: readonly ServerCount[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
