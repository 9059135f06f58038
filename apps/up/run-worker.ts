/** Runs the worker of a further node on its own host, attached to the terminal or to systemd. Its guests keep running after it ends. */
import type { LoadedConfiguration } from '../configuration/load.ts';
import { prepareSocketDirectory } from '../guest-access/socket.ts';
import { claimHome } from '../installation/claim.ts';
import { currentVersion } from '../installation/code-version.ts';
import { externalDatabases } from '../installation/database-roles.ts';
import { type Home, writeState } from '../installation/home.ts';
import { THIS_NODE } from '../installation/node.ts';
import { processStart, type RunningInstallation, removeRunning, writeRunning } from '../installation/running.ts';
import { describeRuntime } from '../processes/runtime.ts';
import { startProcesses } from '../supervise/processes.ts';
import { serveConfiguration } from '../supervise/serve-configuration.ts';
import { waitForStopSignal } from '../supervise/stop-signal.ts';
import { formatLogLine } from '../terminal/format-log-line.ts';
import { describeUnsentMails } from './unsent-mails.ts';

export interface WorkerSettings {
  home: Home;
  /** Node name, registered by `node add`. */
  node: string;
  databaseUrl: string;
  configuration: LoadedConfiguration;
}

/** Runs the worker until this process is asked to stop, and then exits. Throws a `CommandError` if another process holds the home. */
export async function runWorker(settings: WorkerSettings): Promise<void> {
  const { home, node } = settings;
  const claim = await claimHome(home);
  try {
    await writeRunning(home, runningNow(settings, 'starting'));
    const unsent = node === THIS_NODE ? null : await describeUnsentMails(home);
    if (unsent !== null) process.stdout.write(`Note: ${unsent}\n`);
    await prepareSocketDirectory({ directory: home.sockets, gid: null });
    await runUntilStopped(settings);
  } finally {
    await removeRunning(home);
    claim.release();
  }
  process.exit(0);
}

async function runUntilStopped(settings: WorkerSettings): Promise<void> {
  const { home, node, databaseUrl, configuration } = settings;
  const show = (line: string): void => void process.stdout.write(`${formatLogLine(line)}\n`);
  const databases = externalDatabases(databaseUrl, configuration.values);
  const facts = { home, node, apiUser: null, hasDemoAccount: false };
  const processes = startProcesses({ ...facts, configuration, databases, restarts: null, space: null }, show, show, ['worker']);
  const stopSignal = waitForStopSignal();
  let socket: Awaited<ReturnType<typeof serveConfiguration>> | undefined;
  try {
    const isReady = await Promise.race([processes.ready.then(() => true), stopSignal.then(() => false)]);
    if (!isReady) return;
    socket = await serveConfiguration(processes, { home, configuration });
    const engine = configuration.values['engine.kind'];
    if (node !== THIS_NODE) await writeState(home, { engine, externalDatabase: true, node, ...currentVersion() });
    await writeRunning(home, runningNow(settings, 'ready'));
    process.stdout.write(`The worker of node ${node} is running until you press Ctrl-C. Guests keep running after that.\n`);
    await stopSignal;
  } finally {
    await socket?.close();
    await processes.stop();
  }
}

function runningNow({ node, configuration }: WorkerSettings, state: RunningInstallation['state']): RunningInstallation {
  return {
    pid: process.pid,
    started: processStart(process.pid) ?? '',
    state,
    url: '',
    ...(node !== THIS_NODE && { node }),
    engine: configuration.values['engine.kind'],
    runtime: describeRuntime(),
    certificate: null,
    accelerator: null,
  };
}
