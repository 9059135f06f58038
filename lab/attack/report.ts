/** The targets that must hold under attack, the check of the figures against them, and the table of the results. */

export interface Figures {
  attack: string;
  by: string;
  /** Latency of honest customers during the attack in milliseconds. */
  p50: number;
  p99: number;
  honest: number;
  failed: number;
  /** Seconds from the order to the active server, or null if the time limit ended first. */
  deploySeconds: number | null;
  /** Largest growth of memory in MB. */
  apiGrowth: number;
  workerGrowth: number;
  logMb: number;
  turnedOver: number;
  sent: number;
  /** CPU time in percent of all cores. */
  attackersCpu: number;
  apiCpu: number;
  databaseCpu: number;
  /** Processor time of everything else: the worker, and processes that do not belong to Innkeeper. */
  elsewhereCpu: number;
  note: string;
  /** Promises that the attack broke in the database. */
  broken?: readonly string[];
}

export const TARGETS = { timesQuiet: 5, minMs: 50, deploySeconds: 10, growthMb: 150 } as const;

/** Returns a sentence for each missed target. */
export function findMissedTargets(figures: Figures, quietP99: number): string[] {
  const max = Math.max(TARGETS.timesQuiet * quietP99, TARGETS.minMs);
  const problems: string[] = [];
  if (figures.failed > 0) problems.push(`${figures.failed} of ${figures.honest} honest requests failed`);
  if (figures.p99 > max) problems.push(`p99 ${figures.p99.toFixed(0)} ms, ${max.toFixed(0)} at most`);
  if (figures.deploySeconds === null || figures.deploySeconds > TARGETS.deploySeconds) {
    problems.push(`a paid deploy took ${figures.deploySeconds?.toFixed(1) ?? 'more than 15'} s`);
  }
  for (const [name, growth] of [
    ['API', figures.apiGrowth],
    ['worker', figures.workerGrowth],
  ] as const) {
    if (growth > TARGETS.growthMb) problems.push(`the ${name} grew by ${growth.toFixed(0)} MB`);
  }
  problems.push(...(figures.broken ?? []));
  if (figures.turnedOver > 0) problems.push(`${figures.turnedOver} log files turned over`);
  return problems;
}

/** Returns the table of all rounds in Markdown. */
export function formatTable(all: readonly Figures[], quietP99: number): string {
  const head = [
    'attack',
    'by',
    'p50 / p99 ms',
    'x quiet',
    'paid deploy s',
    'API / worker + MB',
    'log MB',
    'sent',
    'CPU: attackers / API / PostgreSQL / else',
    'held',
  ];
  const rows = all.map((of) => [
    of.attack,
    of.by,
    `${of.p50.toFixed(1)} / ${of.p99.toFixed(1)}`,
    (of.p99 / quietP99).toFixed(1),
    of.deploySeconds?.toFixed(1) ?? 'none',
    `${of.apiGrowth.toFixed(0)} / ${of.workerGrowth.toFixed(0)}`,
    of.logMb.toFixed(2),
    String(of.sent),
    `${[of.attackersCpu, of.apiCpu, of.databaseCpu, of.elsewhereCpu].map((share) => share.toFixed(0)).join(' / ')} %`,
    findMissedTargets(of, quietP99).join('; ') || 'yes',
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Returns the nearest-rank percentile, or 0 without times. `share` is from 0 to 1. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
