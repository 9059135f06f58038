/** `./innkeeper status`: what runs, and what waits for a person. */

import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, homeAt, requireSettings } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { isHealthy } from '@innkeeper/apps/up/health';
import type { Database } from '@innkeeper/db/schema';
import { Command } from 'commander';
import { type Kysely, sql } from 'kysely';
import { countServers } from '../format/count-servers.ts';
import { homeOption, type WithHome } from './home-option.ts';

export function statusCommand(): Command {
  return new Command('status')
    .description('tell what runs here')
    .addOption(homeOption())
    .option('--json', 'as JSON')
    .action(async (options: WithHome & { json?: boolean }) => {
      const home = homeAt(options.home);
      const status = await statusOf(home);
      console.log(options.json ? JSON.stringify(status, null, 2) : inWords(status));
    });
}

type Status = Awaited<ReturnType<typeof statusOf>>;

async function statusOf(home: Home) {
  const { engine, publicUrl = null, mirrors = [] } = await requireSettings(home);
  const running = await readRunning(home);
  return {
    home: home.path,
    state: running?.state ?? ('down' as const),
    pid: running?.pid ?? null,
    url: running?.url ?? null,
    publicUrl,
    mirrors,
    healthy: running?.state === 'ready' ? await isHealthy(running) : false,
    engine,
    accelerator: running?.accelerator ?? null,
    ...(await withDatabase(home, counts)),
  };
}

async function counts(db: Kysely<Database>) {
  const number = sql<number>`count(*)::int`;
  const servers = await db
    .selectFrom('servers')
    .select(['status', 'power', number.as('n')])
    .groupBy(['status', 'power'])
    .execute();
  const workflows = await db
    .selectFrom('workflows')
    .select(['state', number.as('n')])
    .where('state', 'in', ['queued', 'running', 'stuck'])
    .groupBy('state')
    .execute();
  const alerts = await db
    .selectFrom('operator_alerts')
    .select(['at', 'kind', 'message'])
    .where('resolved_at', 'is', null)
    .orderBy('at', 'desc')
    .limit(20)
    .execute();
  return { servers, workflows, alerts };
}

function inWords(status: Status): string {
  const where =
    status.state === 'ready' ? `${status.healthy ? 'up' : 'up, but the API does not answer'} at ${status.url}` : status.state;
  const lines = [
    `Innkeeper is ${where}${status.pid ? ` (process ${status.pid})` : ''}`,
    ...(status.publicUrl === null ? [] : [`Public URL ${status.publicUrl}`]),
    ...(status.mirrors.length === 0 ? [] : [`Mirrors    ${status.mirrors.join(', ')}`]),
    `Home       ${status.home}`,
    `Engine     ${status.engine}${status.accelerator ? `, ${status.accelerator.name}: ${status.accelerator.why}` : ''}`,
    `Servers    ${countServers(status.servers)}`,
    `Workflows  ${status.workflows.map((row) => `${row.n} ${row.state}`).join(', ') || 'none waiting'}`,
    `Alerts     ${status.alerts.length || 'none'}`,
    ...status.alerts.map((alert) => `  ${alert.at.toISOString()}  ${alert.kind}: ${alert.message}`),
  ];
  return lines.join('\n');
}
