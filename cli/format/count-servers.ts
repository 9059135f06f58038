/** Formats the number of servers: `3 servers, 2 running (1 suspended)`. Pure. */

export interface ServerCount {
  status: string;
  power: string;
  count: number;
}

/** Counts the servers that are not terminated. Statuses other than active are listed after the sum. */
export function countServers(rows: readonly ServerCount[]): string {
  const existing = rows.filter(({ status }) => status !== 'terminated');
  const others = [...new Set(existing.map(({ status }) => status))].filter((status) => status !== 'active').sort();
  const parts = others.map((status) => `${sum(existing.filter((row) => row.status === status))} ${status.replaceAll('_', ' ')}`);
  const all = sum(existing);
  const running = sum(existing.filter(({ power }) => power === 'running'));
  return `${all} ${all === 1 ? 'server' : 'servers'}, ${running} running${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}

function sum(rows: readonly ServerCount[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
