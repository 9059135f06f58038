/** Runs the worker of a further node on its own host, attached to the terminal. Its guests keep running after it ends. */
import type { LoadedConfiguration } from '../configuration/load.ts';
import { prepareSocketDirectory } from '../guest-access/socket.ts';
import { operatorsDatabases } from '../installation/database-roles.ts';
import type { Home } from '../installation/home.ts';
import { startProcesses } from '../supervise/processes.ts';
import { serveConfiguration } from '../supervise/serve-configuration.ts';
import { untilToldToStop } from '../supervise/until-told.ts';
import { plainLine } from '../terminal/plain-line.ts';

export interface WorkerSettings {
  home: Home;
  /** Registered by `node add`. */
  node: string;
  databaseUrl: string;
  configuration: LoadedConfiguration;
}

export async function runWorker({ home, node, databaseUrl, configuration }: WorkerSettings): Promise<void> {
  await prepareSocketDirectory({ directory: home.sockets, gid: null });
  const show = (line: string): void => void process.stdout.write(`${plainLine(line)}\n`);
  const databases = operatorsDatabases(databaseUrl, configuration.values);
  const facts = { home, node, apiUser: null, hasDemoAccount: false };
  const processes = startProcesses({ ...facts, configuration, databases }, show, show, ['worker']);
  const told = untilToldToStop();
  let socket: Awaited<ReturnType<typeof serveConfiguration>> | undefined;
  try {
    await processes.ready;
    socket = await serveConfiguration(processes, { home, configuration });
    process.stdout.write(`The worker of node ${node} is running until you press Ctrl-C. Guests keep running after that.\n`);
    await told;
  } finally {
    await socket?.close();
    await processes.stop();
  }
  process.exit(0);
}
