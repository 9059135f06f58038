/** `./innkeeper status`: shows what runs, and the alerts that need a person. */

import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { freeBytes } from '@innkeeper/apps/installation/ballast';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, homeAt, requireState } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { isHealthy } from '@innkeeper/apps/up/health';
import { findNewestCopy } from '@innkeeper/apps/upgrade/copies';
import type { Status } from '@innkeeper/contract/operator/installation';
import type { Database } from '@innkeeper/db/schema';
import { findRecovering, isRecovering } from '@innkeeper/db/tables/recovering';
import { formatEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { isUpgradeMark } from '@innkeeper/model/upgrade/phases';
import { Command } from 'commander';
import { type Kysely, sql } from 'kysely';
import { printReply } from './output/print.ts';
import { formatSize } from './output/size.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

/** Part of the status that is in the database. */
type StatusOfDatabase = Pick<Status, 'recovering' | 'servers' | 'workflows' | 'alerts' | 'open_alerts'>;
/** Part of the status that files and processes know. */
type StatusOfHost = Omit<Status, keyof StatusOfDatabase>;

export function formatStatusOfHost(status: StatusOfHost): string {
  const { state, restarting, healthy, url, pid, public_url, mirrors, home, engine, runtime, accelerator, free_bytes, copy } =
    status;
  const where = {
    ready: `${healthy ? 'up' : 'up, but the API does not answer'} at ${url}`,
    restarting: `restarting: ${restarting.join(', ')}`,
    starting: 'starting',
    down: 'down',
  }[state];
  return [
    `Innkeeper is ${where}${pid ? ` (process ${pid})` : ''}`,
    ...(public_url === null ? [] : [`Public URL ${public_url}`]),
    ...(mirrors.length === 0 ? [] : [`Mirrors    ${mirrors.join(', ')}`]),
    `Home       ${home}`,
    `Space      ${formatSize(free_bytes)} free`,
    ...(copy === null ? [] : [`Copy       ${copy.path}, of ${copy.taken_at} before the upgrade, kept until ${copy.kept_until}`]),
    `Engine     ${engine}${accelerator ? `, ${accelerator.name}: ${accelerator.why}` : ''}`,
    ...(runtime === null ? [] : [`Runtime    ${runtime}`]),
  ].join('\n');
}

export function formatStatusOfDatabase({ recovering, servers, workflows, alerts, open_alerts }: StatusOfDatabase): string {
  const more = open_alerts - alerts.length;
  return [
    ...describeRecovering(recovering),
    `Servers    ${countServers(servers)}`,
    `Workflows  ${workflows.map((row) => `${row.count} ${row.state}`).join(', ') || 'none waiting'}`,
    `Alerts     ${open_alerts || 'none'}`,
    ...alerts.map((alert) => `  ${alert.id}  ${alert.at}  ${alert.kind}: ${alert.message}`),
    ...(more > 0 ? [`  ... and ${more} more: ./innkeeper alert list`] : []),
  ].join('\n');
}

function describeRecovering(recovering: Status['recovering']): string[] {
  if (recovering === null) return [];
  const { since, backup, taken_at } = recovering;
  if (isUpgradeMark(backup)) return [`An upgrade was interrupted at ${since}: nothing changes until ./innkeeper up completes it`];
  return [`Recovering since ${since} from ${backup} of ${taken_at}: nothing changes until ./innkeeper restore finish`];
}

interface ServerCount {
  status: string;
  power: string;
  count: number;
}

/** Counts the servers that are not terminated: `3 servers, 2 running (1 suspended)`. Statuses other than active are listed after the sum. */
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

/** Maximum number of open alerts that are shown. The others are counted. */
const SHOWN_ALERTS = 20;

export function statusCommand(): Command {
  return new Command('status')
    .description('show the state of this installation, and open alerts')
    .addOption(homeOption())
    .option('--json', 'print JSON, also for errors')
    .action(async (options: WithHome & { json?: boolean }) => {
      const home = homeAt(options.home);
      const ofHost = await readStatusOfHost(home);
      // Printed before the database is asked, which may be down, or take half a minute to restart.
      if (!options.json) console.log(formatStatusOfHost(ofHost));
      const ofDatabase = await withDatabase(home, readStatusOfDatabase);
      printReply(options, { ...ofHost, ...ofDatabase } satisfies Status, () => formatStatusOfDatabase(ofDatabase));
    });
}

async function readStatusOfHost(home: Home): Promise<StatusOfHost> {
  const { engine } = await requireState(home);
  const { values } = await loadForCommand(home);
  const running = await readRunning(home);
  const copy = await findNewestCopy(home);
  const restarting = [...(running?.restarting ?? [])];
  return {
    home: home.path,
    state: restarting.length > 0 ? 'restarting' : (running?.state ?? 'down'),
    restarting,
    pid: running?.pid ?? null,
    copy: copy && {
      ...{ path: copy.path, version: copy.version },
      ...{ taken_at: copy.takenAt.toISOString(), kept_until: copy.keptUntil.toISOString() },
    },
    url: running?.url ?? null,
    public_url: values['api.public_url'],
    mirrors: values['allow.mirrors'].map(formatEndpoint),
    healthy: running?.state === 'ready' ? await isHealthy(running) : false,
    engine,
    runtime: running?.runtime ?? null,
    accelerator: running?.accelerator ?? null,
    free_bytes: await freeBytes(home),
  };
}

async function readStatusOfDatabase(db: Kysely<Database>): Promise<StatusOfDatabase> {
  const found = (await isRecovering(db)) ? await findRecovering(db) : undefined;
  const recovering = found
    ? { since: found.since.toISOString(), backup: found.backup, taken_at: found.taken_at.toISOString() }
    : null;
  const count = sql<number>`count(*)::int`.as('count');
  const servers = await db.selectFrom('servers').select(['status', 'power', count]).groupBy(['status', 'power']).execute();
  const workflows = await db
    .selectFrom('workflows')
    .select(['state', count])
    .where('state', 'in', ['queued', 'running', 'stuck'])
    .groupBy('state')
    .execute();
  const open = db.selectFrom('operator_alerts').where('resolved_at', 'is', null);
  const { count: open_alerts } = await open.select(count).executeTakeFirstOrThrow();
  const latest = open.select(['id', 'at', 'kind', 'message']).orderBy('at', 'desc').orderBy('id', 'desc').limit(SHOWN_ALERTS);
  const alerts = (await latest.execute()).map(({ at, ...alert }) => ({ ...alert, at: at.toISOString() }));
  return { recovering, servers, workflows, alerts, open_alerts };
}
