/** `./innkeeper doctor`: checks this host and the installation, and reports problems with remedies. Changes nothing. */

import { checkBackups, checkMacKey } from '@innkeeper/apps/backup/check';
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { loadConfiguration } from '@innkeeper/apps/configuration/load';
import { loadCardSetup } from '@innkeeper/apps/installation/card-setup';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, type HomeState, homeAt, projectRoot, readState } from '@innkeeper/apps/installation/home';
import { nodeOf, startCommandOf, THIS_NODE } from '@innkeeper/apps/installation/node';
import { withNodeDatabase } from '@innkeeper/apps/installation/node-database';
import { checkOtherHome } from '@innkeeper/apps/installation/other-homes';
import { checkRights } from '@innkeeper/apps/installation/rights';
import { readRunning } from '@innkeeper/apps/installation/running';
import { describeRuntime } from '@innkeeper/apps/processes/runtime';
import { checkBoot } from '@innkeeper/apps/systemd/check';
import { isHealthy } from '@innkeeper/apps/up/health';
import type { Findings } from '@innkeeper/contract/operator/installation';
import type { Database } from '@innkeeper/db/schema';
import { findRecovering, isRecovering } from '@innkeeper/db/tables/recovering';
import { checkAlertChannels } from '@innkeeper/doctor/alerts';
import { checkCardPayments } from '@innkeeper/doctor/card-payments';
import { explainNoAccess } from '@innkeeper/doctor/database-access';
import { findOrphans } from '@innkeeper/doctor/findings';
import { checkFloodFilter } from '@innkeeper/doctor/flood-filter';
import { checkInvoiceNames } from '@innkeeper/doctor/invoice-names';
import { checkMailDomains } from '@innkeeper/doctor/mail-domains';
import { checkLinkRow, checkNodeListen } from '@innkeeper/doctor/node-link';
import { checkProtection } from '@innkeeper/doctor/protection';
import { checkProxy } from '@innkeeper/doctor/proxy';
import { checkVirusScanner } from '@innkeeper/doctor/scanner';
import { checkUplink } from '@innkeeper/doctor/uplink';
import { checkVatRequester } from '@innkeeper/doctor/vat-requester';
import { checkWorkers } from '@innkeeper/doctor/workers';
import { checkHost } from '@innkeeper/engine/doctor';
import { hasCjkFonts } from '@innkeeper/engine/documents/cjk';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { checkRequester } from '@innkeeper/engine/vat-numbers/vies/requester';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import { isUpgradeMark } from '@innkeeper/model/upgrade/phases';
import { Command } from 'commander';
import type { Kysely } from 'kysely';
import { openNodeTarget, openReadOnlyTarget } from './doctor/read-only-target.ts';
import { formatFindings } from './output/findings.ts';
import { printReply } from './output/print.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

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
  const { values } = await loadForCommand(home);
  const minFreeGb = values['node.free_disk_gb'];
  const host = await checkHost({ engine, home: home.engine, projectRoot, minFreeGb });
  const state = await readState(home);
  const isFirstHost = state !== null && state.node === undefined;
  return [
    ...[runtime, ...host, await checkInstallation(home), ...(await checkBoot(home)), ...(await checkRights(home))],
    ...(await checkNodeListen(values['node.listen'])),
    ...(await checkOtherHome(home)),
    ...(isFirstHost ? [await checkBackups(home, new Date()), ...(await checkMacKey(home))] : []),
    ...(isFirstHost ? await checkRunning(home, state) : []),
    ...(state?.node === undefined ? [] : await checkNode(home, { ...state, node: state.node })),
  ];
}

/** Checks a running installation. Returns no findings if it is not running, and does not start its database. */
async function checkRunning(home: Home, state: HomeState): Promise<HostFinding[]> {
  if (!(await readRunning(home))) return [];
  const { values } = await loadForCommand(home);
  const { engine, ...place } = await openReadOnlyTarget(home, state.engine, values);
  return withDatabase(home, async (db) => [
    ...(await checkUplink({ db, network: engine.network, node: THIS_NODE })),
    ...(await checkRecovery(db)),
    ...(await checkLink(db, state, values)),
    ...(await checkAlertChannels(db)),
    ...(await checkProxy(db)),
    ...(await checkVirusScanner(db, openScanners())),
    ...(await checkCardPayments(db, await loadCardSetup(home))),
    ...(await checkVatRequester(db, values['payments.vat_numbers'] === 'vies' ? (number) => checkRequester(number) : null)),
    ...(await checkInvoiceNames(db, { hasCjk: hasCjkFonts() })),
    ...(await checkMailDomains(db)),
    ...(await checkRules({ db, network: engine.network, node: THIS_NODE })),
    ...(await findOrphans({ db, engine, ...place })),
  ]);
}

/** Checks the guests of a further node while its worker runs, and otherwise that it can come up. The first host checks the business. */
async function checkNode(home: Home, state: HomeState & { node: string }): Promise<HostFinding[]> {
  const isRunning = (await readRunning(home)) !== null;
  // A unit or a shell may give the URL to the worker alone.
  if (!isRunning && (await loadConfiguration(home, process.env)).values['database.url'] === null) return [];
  try {
    return await withNodeDatabase(home, async (db) => {
      if (isRunning) return checkRunningNode(home, state, db);
      await isRecovering(db);
      return [];
    });
  } catch (error) {
    const finding = explainNoAccess(error);
    if (finding === null) throw error;
    return [finding];
  }
}

async function checkRunningNode(home: Home, state: HomeState & { node: string }, db: Kysely<Database>): Promise<HostFinding[]> {
  const { values } = await loadForCommand(home);
  const { engine, ...place } = await openNodeTarget(home, state, values);
  return [
    ...(await checkUplink({ db, network: engine.network, node: state.node })),
    ...(await checkRecovery(db)),
    ...(await checkLink(db, state, values)),
    ...(await checkRules({ db, network: engine.network, node: state.node })),
    ...(await findOrphans({ db, engine, ...place })),
  ];
}

const checkLink = (db: Kysely<Database>, state: HomeState, values: ConfigurationOf<'cli'>): Promise<HostFinding[]> =>
  checkLinkRow(db, { endpoint: values['node.listen'], node: nodeOf(state), restart: startCommandOf(state) });

/** Checks the rules of a node's network. A simulated network keeps its rules in the memory of the worker, so this process cannot see them. */
async function checkRules({
  db,
  network,
  node,
}: {
  db: Kysely<Database>;
  network: NetworkPort;
  node: string;
}): Promise<HostFinding[]> {
  if (network.name === 'simulated') return [];
  return [
    ...(await checkProtection({ db, network, node })),
    ...(await checkFloodFilter({ db, guard: network.floodFilter, node })),
  ];
}

/** Checks the workers. During a recovery, reports only the recovery, because the workers wait and write no beats. */
async function checkRecovery(db: Kysely<Database>): Promise<HostFinding[]> {
  if (!(await isRecovering(db))) return checkWorkers(db, new Date());
  if (isUpgradeMark((await findRecovering(db))?.backup ?? ''))
    return [{ name: 'recovery', ok: 'warn', why: 'an upgrade was interrupted: nothing changes', remedy: './innkeeper up' }];
  const why = 'is recovering from a restore: it answers reads, and changes nothing';
  return [{ name: 'recovery', ok: 'warn', why, remedy: './innkeeper restore finish' }];
}

async function checkInstallation(home: Home): Promise<HostFinding> {
  const name = 'Innkeeper';
  const running = await readRunning(home);
  if (running?.restarting?.length)
    return { name, ok: 'warn', why: `is restarting: ${running.restarting.join(', ')}`, remedy: `read the logs in ${home.logs}` };
  if (running?.node !== undefined && running.state === 'ready')
    return { name, ok: true, why: `runs the worker of node ${running.node}`, remedy: null };
  if (running && running.node === undefined && (await isHealthy(running)))
    return { name, ok: true, why: `runs at ${running.url}`, remedy: null };
  if (running?.state === 'starting') return { name, ok: 'warn', why: 'is starting', remedy: null };
  if (running)
    return { name, ok: false, why: `runs, but does not answer at ${running.url}`, remedy: `read the logs in ${home.logs}` };
  const state = await readState(home);
  const why = state ? 'is down' : `has not been started in ${home.path} yet`;
  return { name, ok: 'warn', why, remedy: startCommandOf(state) };
}
