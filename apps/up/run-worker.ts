/** Runs the worker of a further node on its own host, attached to the terminal. Its guests keep running after it ends. */
import type { LoadedConfiguration } from '../configuration/load.ts';
import { prepareSocketDirectory } from '../guest-access/socket.ts';
import { externalDatabases } from '../installation/database-roles.ts';
import type { Home } from '../installation/home.ts';
import { THIS_NODE } from '../installation/node.ts';
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

/** Runs the worker until this process is asked to stop, and then exits. */
export async function runWorker({ home, node, databaseUrl, configuration }: WorkerSettings): Promise<void> {
  await prepareSocketDirectory({ directory: home.sockets, gid: null });
  const unsent = node === THIS_NODE ? null : await describeUnsentMails(home);
  if (unsent !== null) process.stdout.write(`Note: ${unsent}\n`);
  const show = (line: string): void => void process.stdout.write(`${formatLogLine(line)}\n`);
  const databases = externalDatabases(databaseUrl, configuration.values);
  const facts = { home, node, apiUser: null, hasDemoAccount: false };
  const processes = startProcesses({ ...facts, configuration, databases, restarts: null, space: null }, show, show, ['worker']);
  const stopSignal = waitForStopSignal();
  let socket: Awaited<ReturnType<typeof serveConfiguration>> | undefined;
  try {
    await processes.ready;
    socket = await serveConfiguration(processes, { home, configuration });
    process.stdout.write(`The worker of node ${node} is running until you press Ctrl-C. Guests keep running after that.\n`);
    await stopSignal;
  } finally {
    await socket?.close();
    await processes.stop();
  }
  process.exit(0);
}
