/**
 * `./innkeeper doctor`: what this machine has and what it needs, with remedies; and resources without an owner. Changes nothing.
 */

import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { openHomesEngine } from '@innkeeper/apps/installation/engine';
import { type Home, homeAt, projectRoot, readState } from '@innkeeper/apps/installation/home';
import { THIS_NODE } from '@innkeeper/apps/installation/node';
import { checkRights } from '@innkeeper/apps/installation/rights';
import { readRunning } from '@innkeeper/apps/installation/running';
import { describeRuntime } from '@innkeeper/apps/processes/runtime';
import { isHealthy } from '@innkeeper/apps/up/health';
import type { Findings } from '@innkeeper/contract/operator/installation';
import { findOrphans } from '@innkeeper/doctor/findings';
import { checkGuard } from '@innkeeper/doctor/guard';
import { checkProtection } from '@innkeeper/doctor/protection';
import { lookAtScanner } from '@innkeeper/doctor/scanner';
import { checkUplink } from '@innkeeper/doctor/uplink';
import { checkWorkers } from '@innkeeper/doctor/workers';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { openDns } from '@innkeeper/engine/dns/open';
import { checkHost, type HostFinding } from '@innkeeper/engine/host/doctor';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { Command } from 'commander';
import { formatFindings } from '../format/findings.ts';
import { printReply } from '../output/print.ts';
import { homeOption, type WithHome } from './home-option.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('list problems of this host, and resources without an owner')
    .addOption(homeOption())
    .option('--json', 'print JSON, also for errors')
    .action(async (options: WithHome & { json?: boolean }) => {
      const findings = await examine(homeAt(options.home));
      printReply(options, { findings } satisfies Findings, () => formatFindings({ findings }));
      if (findings.some((finding) => finding.ok === false)) process.exitCode = 1;
    });
}

async function examine(home: Home): Promise<HostFinding[]> {
  const runtime: HostFinding = { name: 'runtime', ok: true, why: describeRuntime(), remedy: null };
  const engine = (await readState(home))?.engine ?? 'qemu';
  const leastFreeGb = (await loadForCommand(home)).values['node.free_disk_gb'];
  const host = await checkHost({ engine, home: home.engine, projectRoot, leastFreeGb });
  return [runtime, ...host, await checkInstallation(home), ...(await checkRights(home)), ...(await checkRunning(home))];
}

/** While its database runs; it is not started for this. */
async function checkRunning(home: Home): Promise<HostFinding[]> {
  const state = await readState(home);
  if (!state || !(await readRunning(home))) return [];
  const { values } = await loadForCommand(home);
  const engine = await openHomesEngine(home, state.engine, values);
  const { copies } = engine;
  const apiKey = values['dns.key'];
  const dns = apiKey === null ? undefined : openDns({ apiKey, directory: home.dns });
  const attachments = openAttachmentDirectory(home.attachments);
  const receivedMail = openAttachmentDirectory(home.receivedMail);
  const accountExports = openAttachmentDirectory(home.accountExports);
  return withDatabase(home, async (db) => [
    ...(await checkUplink({ db, network: engine.network, node: THIS_NODE })),
    ...(await checkWorkers(db, new Date())),
    ...(await lookAtScanner(db, openScanners())),
    // A simulated one is another one in each process.
    ...(engine.network.name === 'simulated'
      ? []
      : [
          ...(await checkProtection({ db, network: engine.network, node: THIS_NODE })),
          ...(await checkGuard({ db, guard: engine.network.guard, node: THIS_NODE })),
        ]),
    ...(await findOrphans({
      db,
      engine: { ...engine, copies, ...(dns && { dns }), attachments, receivedMail, accountExports },
      node: THIS_NODE,
      machines: home.machines,
    })),
  ]);
}

async function checkInstallation(home: Home): Promise<HostFinding> {
  const name = 'Innkeeper';
  const running = await readRunning(home);
  if (running && (await isHealthy(running))) return { name, ok: true, why: `runs at ${running.url}`, remedy: null };
  if (running?.state === 'starting') return { name, ok: 'warn', why: 'is starting', remedy: null };
  if (running)
    return { name, ok: false, why: `runs, but does not answer at ${running.url}`, remedy: `read the logs in ${home.logs}` };
  const state = await readState(home);
  return { name, ok: 'warn', why: state ? 'is down' : `has not been started in ${home.path} yet`, remedy: './innkeeper up' };
}
