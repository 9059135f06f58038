/** `./innkeeper doctor`: what this machine has, what it lacks, and what to do about it. Changes nothing. */

import path from 'node:path';
import { checkHost, type HostFinding } from '@innkeeper/engine/host/doctor';
import { Command } from 'commander';
import { findOrphans } from '../doctor/orphans.ts';
import { withDatabase } from '../installation/database.ts';
import { openHomesEngine } from '../installation/engine.ts';
import { type Home, homeAt, projectRoot, readSettings } from '../installation/home.ts';
import { readRunning } from '../installation/running.ts';
import { isHealthy } from '../up/health.ts';
import { homeOption, type WithHome } from './home-option.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('say what is missing on this machine')
    .addOption(homeOption())
    .option('--json', 'as JSON')
    .action(async (options: WithHome & { json?: boolean }) => {
      const findings = await examine(homeAt(options.home));
      console.log(options.json ? JSON.stringify(findings, null, 2) : findings.map(inWords).join('\n'));
      if (findings.some((finding) => finding.ok === false)) process.exitCode = 1;
    });
}

async function examine(home: Home): Promise<HostFinding[]> {
  const node: HostFinding = { name: 'Node.js', ok: true, why: process.version, remedy: null };
  const host = await checkHost({ home: home.engine, projectRoot });
  return [node, ...host, await checkInstallation(home), ...(await checkOrphans(home))];
}

/** While its database runs; it is not started for this. */
async function checkOrphans(home: Home): Promise<HostFinding[]> {
  const settings = await readSettings(home);
  if (!settings || !(await readRunning(home))) return [];
  const engine = await openHomesEngine(home, settings.engine);
  return withDatabase(home, (db) => findOrphans(db, engine, path.join(home.engine, 'machines')));
}

async function checkInstallation(home: Home): Promise<HostFinding> {
  const name = 'Innkeeper';
  const running = await readRunning(home);
  if (running && (await isHealthy(running))) return { name, ok: true, why: `runs at ${running.url}`, remedy: null };
  if (running?.state === 'starting') return { name, ok: 'warn', why: 'is starting just now', remedy: null };
  if (running) return { name, ok: false, why: `runs, but does not answer at ${running.url}`, remedy: `look into ${home.logs}` };
  const settings = await readSettings(home);
  return { name, ok: 'warn', why: settings ? 'is down' : `has not been started in ${home.path} yet`, remedy: './innkeeper up' };
}

function inWords({ name, ok, why, remedy }: HostFinding): string {
  const mark = ok === true ? 'ok     ' : ok === 'warn' ? 'note   ' : 'MISSING';
  return `${mark} ${name.padEnd(13)} ${why}${remedy ? `\n${' '.repeat(22)}-> ${remedy}` : ''}`;
}
