/** The worker of a further node, on its own host: attached, for as long as this process runs. The guests go on after it. */
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { DEFAULT_LISTEN, DEFAULT_PORT } from '../environment.ts';
import { prepareSocketDirectory } from '../guest-access/socket.ts';
import { operatorsDatabases } from '../installation/database-roles.ts';
import type { EngineKind, Home } from '../installation/home.ts';
import { readSignUpUrl } from '../installation/sign-up.ts';
import { startProcesses } from '../supervise/processes.ts';
import { untilToldToStop } from '../supervise/until-told.ts';
import { plainLine } from '../terminal/plain-line.ts';

export interface WorkerSettings {
  home: Home;
  engine: EngineKind;
  /** Registered by `node add`. */
  node: string;
  databaseUrl: string;
  mirrors: readonly Endpoint[];
}

export async function runWorker({ databaseUrl, ...settings }: WorkerSettings): Promise<void> {
  await prepareSocketDirectory({ directory: settings.home.sockets, gid: null });
  const show = (line: string): void => void process.stdout.write(`${plainLine(line)}\n`);
  // A worker serves nobody over the network.
  const without = { tlsCert: null, tlsKey: null, trustProxy: null, publicUrl: null };
  const listening = { address: DEFAULT_LISTEN, port: DEFAULT_PORT, ...without };
  const databases = operatorsDatabases(databaseUrl, process.env);
  const processes = startProcesses(
    { ...settings, listening, databases, apiUser: null, signUpUrl: readSignUpUrl(process.env) },
    show,
    show,
    ['worker'],
  );
  const told = untilToldToStop();
  try {
    await processes.ready;
    process.stdout.write(
      `The worker of node ${settings.node} is working. It runs until you press Ctrl-C; guests keep running after that.\n`,
    );
    await told;
  } finally {
    await processes.stop();
  }
  process.exit(0);
}
