/**
 * Runs all of Innkeeper on one machine: PostgreSQL, the API and the worker, as children of this process.
 *
 * A child that crashes is restarted. If the supervisor is killed, its children end within seconds. Guests are not its children. They keep
 * running, and the next start adopts them.
 */
import path from 'node:path';
import type { EmbeddedOptions } from '@innkeeper/db/embedded/start';
import { DATABASE_USER } from '@innkeeper/db/embedded/user';
import { makeSystemUser, type SystemUser } from '@innkeeper/engine/host/system-user';
import { readBackupStatus } from './backup/status.ts';
import { settingsOfHost } from './configuration/command.ts';
import type { LoadedConfiguration } from './configuration/load.ts';
import { prepareSocketDirectory } from './guest-access/socket.ts';
import { prepareAttachments } from './installation/attachments.ts';
import { claimHome } from './installation/claim.ts';
import { currentVersion, lastStartedBy } from './installation/code-version.ts';
import { untilCommandsEnd } from './installation/command-server.ts';
import { withUrl } from './installation/database.ts';
import { embeddedDatabases, externalDatabases } from './installation/database-roles.ts';
import { type Home, makeHome, readState, writeState } from './installation/home.ts';
import { THIS_NODE } from './installation/node.ts';
import { findOtherHome, recordHome } from './installation/other-homes.ts';
import { processStart, type RunningInstallation, removeRunning, writeRunning } from './installation/running.ts';
import { isWithoutDemo } from './installation/trial.ts';
import project from './package.json' with { type: 'json' };
import { API_USER } from './processes/run-as.ts';
import { describeRuntime } from './processes/runtime.ts';
import { startBackupSchedule } from './supervise/backup-schedule.ts';
import { openLogFile } from './supervise/log-file.ts';
import { logLine, type OnLine } from './supervise/log-line.ts';
import { type Postgres, supervisePostgres } from './supervise/postgres.ts';
import { startProcesses } from './supervise/processes.ts';
import { openRestartRecord } from './supervise/restart-record.ts';
import { serveConfiguration } from './supervise/serve-configuration.ts';
import { type SpaceWatch, watchSpace } from './supervise/space.ts';
import { ignoreLostOutput } from './terminal/lost-output.ts';
import { type Report, step } from './terminal/report.ts';
import { selfSignedCertificateFile } from './transport/certificate.ts';
import { chooseTransport, listenSettingsOf, localUrl } from './transport/transport.ts';
import { findDemoAccount, provideDemoAccount } from './up/demo-account.ts';
import { firstLinkUrl } from './up/first-link.ts';
import { waitUntilHealthy } from './up/health.ts';
import { prepare } from './up/prepare.ts';
import type { StartSummary } from './up/start-summary.ts';
import { describeCaller, tunnelCommand } from './up/tunnel.ts';
import { startPruning } from './upgrade/prune-schedule.ts';
import { openUpgrade, type Upgrade, type UpgradeServer } from './upgrade/way-back.ts';

export interface Supervised {
  facts: StartSummary;
  /** Stops API, worker and PostgreSQL, in this order. Guests keep running. */
  stop(): Promise<void>;
}

export interface SuperviseSettings {
  home: Home;
  configuration: LoadedConfiguration;
  /** True to build nothing and print no token. */
  isUnattended?: boolean;
  /** True if a backup that was just verified replaces the copy before an upgrade. */
  withoutCopy?: boolean;
  /** True to accept the key of this home in place of a lost one. */
  replacesSecretKey?: boolean;
}

/** Starts everything. Resolves when the API answers and the worker works. `onLine` gets every log line. */
export async function supervise(settings: SuperviseSettings, report: Report, onLine: OnLine): Promise<Supervised> {
  const began = performance.now();
  const { home, configuration, isUnattended = false, withoutCopy = false, replacesSecretKey = false } = settings;
  const { values } = configuration;
  const engine = values['engine.kind'];
  const listening = listenSettingsOf(values);
  const externalDatabase = values['database.url'];
  ignoreLostOutput(process.stdout, process.stderr);
  await makeHome(home.path);
  const claim = await claimHome(home);
  const starting = runningNow(settings, { state: 'starting', hasDemoAccount: false, accelerator: null, certificate: null });
  await writeRunning(home, starting);
  const file = openLogFile(path.join(home.logs, 'supervisor.log'));
  const log: OnLine = (line) => {
    file.write(`${line}\n`);
    onLine(line);
  };
  const restarts = openRestartRecord(home, (error) =>
    log(logLine('the state of processes was not written', { error: String(error) })),
  );
  let space: SpaceWatch | null = null;
  const undo: (() => Promise<void>)[] = [() => restarts.stop()];
  const stop = async (): Promise<void> => {
    while (undo.length > 0) await undo.pop()?.();
  };
  const release = async (): Promise<void> => {
    await removeRunning(home);
    claim.release();
  };
  let upgrade: Upgrade | undefined;
  try {
    const user = await step(report, 'System users', prepareUsers);
    await prepareSocketDirectory({ directory: home.sockets, gid: user?.gid ?? null });
    for (const directory of [home.attachments, home.receivedMail, home.accountExports]) await prepareAttachments(directory, user);
    const from = lastStartedBy(await readState(home));
    const server = openServer({ dataDir: home.database, api: user, lastStartedBy: from });
    // Commands that begin now wait for this server.
    if (externalDatabase === null) await untilCommandsEnd(home);
    const databases =
      externalDatabase === null ? embeddedDatabases(await server.start()) : externalDatabases(externalDatabase, values);
    const { owner: url } = databases;
    upgrade = await openUpgrade({
      ...{ home, configuration, url, from, isUnattended, withoutCopy, report },
      server: externalDatabase === null ? server : null,
      setUpgrading: () => writeRunning(home, { ...starting, upgrading: true }),
    });
    if (externalDatabase === null) space = await startSpaceWatch();
    const options = { home, values, databases, isUnattended, replacesSecretKey, finishMigrations: upgrade.fence };
    const prepared = await prepare(options, report);
    await upgrade.starting(url);
    const apiUser = user?.name ?? null;
    const isFirstStart = (await readState(home)) === null;
    const isRecovering = prepared.restoredFrom !== null;
    const makesDemoAccount = isFirstStart && !isRecovering && !(await isWithoutDemo(home));
    const hasDemoAccount = makesDemoAccount || (await withUrl(url, (db) => findDemoAccount(db, home))) !== null;
    const facts = { home, apiUser, node: THIS_NODE, hasDemoAccount };
    const processes = startProcesses({ ...facts, configuration, databases, restarts, space }, log, onLine);
    undo.push(() => processes.stop());
    const own = chooseTransport(listening).kind === 'self-signed' ? selfSignedCertificateFile(home.tls) : null;
    const running = runningNow(settings, { state: 'ready', hasDemoAccount, accelerator: prepared.accelerator, certificate: own });
    await step(report, 'API and worker', async () => {
      await upgrade?.untilReady(processes.ready);
      await waitUntilHealthy(running);
    });
    await upgrade.complete(url);
    const inForce = settingsOfHost(values, hasDemoAccount);
    const account = isRecovering
      ? null
      : await withUrl(url, async (db) => provideDemoAccount(db, { home, settings: inForce, isFirstStart: makesDemoAccount }));
    await writeState(home, { engine, externalDatabase: externalDatabase !== null, ...currentVersion() });
    const socket = await serveConfiguration(processes, { home, configuration });
    undo.push(() => socket.close());
    await restarts.begin(running);
    const otherHome = engine === 'qemu' ? await meetOtherHomes(home) : null;
    const backups = startBackupSchedule(home, log, { mayStart: () => space === null || space.current().state === 'ample' });
    undo.push(() => backups.stop());
    const pruning = startPruning(home, log);
    undo.push(async () => pruning.stop());
    const runtime = describeRuntime();
    return {
      facts: {
        ...{ ...prepared, runtime, apiUser, account, url: running.url, home: home.path, certificate: own },
        publicUrl: listening.publicUrl,
        version: project.version,
        startedInMs: performance.now() - began,
        isFirstStart,
        hasBackups: (await readBackupStatus(home)) !== null,
        tunnel: tunnelCommand(listening, describeCaller()),
        isJournal: isUnattended || process.env.JOURNAL_STREAM !== undefined,
        hasFirstLink: account !== null && firstLinkUrl(listening) !== null,
        otherHome,
      },
      async stop() {
        await stop();
        await release();
      },
    };
  } catch (error) {
    await stop();
    const failure = (await upgrade?.fail(error)) ?? error;
    await release();
    throw failure;
  }

  function openServer(options: EmbeddedOptions): UpgradeServer {
    const events = {
      onCrash() {
        restarts.exited('PostgreSQL');
        space?.databaseEnded();
      },
      log: (sentence: string) => log(logLine(sentence)),
      onReady: () => restarts.ready('PostgreSQL'),
    };
    let postgres: Postgres | undefined;
    const stopServer = async (): Promise<void> => {
      await postgres?.stop();
      postgres = undefined;
    };
    undo.push(stopServer);
    return {
      async start() {
        postgres = await step(report, 'PostgreSQL', () => supervisePostgres(options, events));
        return postgres.url;
      },
      stop: stopServer,
    };
  }

  async function startSpaceWatch(): Promise<SpaceWatch> {
    const watch = await watchSpace(home, log);
    undo.push(() => watch.stop());
    return watch;
  }
}

/** Records this home among those with real guests on this host. Returns the path of the first other one, or `null` if there is none. */
async function meetOtherHomes(home: Home): Promise<string | null> {
  await recordHome(home, new Date());
  return findOtherHome(home);
}

/** Creates the users of the API and the embedded PostgreSQL if this process is root. Returns the API's user, or `null` without root. */
async function prepareUsers(): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  await makeSystemUser(DATABASE_USER);
  return makeSystemUser(API_USER);
}

function runningNow(
  { configuration: { values } }: SuperviseSettings,
  now: Pick<RunningInstallation, 'state' | 'hasDemoAccount' | 'accelerator' | 'certificate'>,
): RunningInstallation {
  return {
    pid: process.pid,
    started: processStart(process.pid) ?? '',
    url: localUrl(listenSettingsOf(values)),
    engine: values['engine.kind'],
    runtime: describeRuntime(),
    ...now,
  };
}
