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
import { Command } from 'commander';
import { type Kysely, sql } from 'kysely';
import { formatStatusOfDatabase, formatStatusOfHost, type StatusOfDatabase, type StatusOfHost } from './format/status.ts';
import { printReply } from './output/print.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

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
