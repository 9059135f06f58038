/**
 * All of Innkeeper on one machine: PostgreSQL, the API process and the worker process, with this process as their parent.
 * What crashes is started again. When the supervisor itself is killed, its children notice and end within seconds; guests
 * are nobody's children here and go on running, and the next start adopts them.
 */
import path from 'node:path';
import { DATABASE_USER } from '@innkeeper/db/embedded/user';
import { findAccountByEmail } from '@innkeeper/db/tables/accounts';
import { makeSystemUser, type SystemUser } from '@innkeeper/engine/host/system-user';
import { formatEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import type { ProcessSettings } from './environment.ts';
import { prepareSocketDirectory } from './guest-access/socket.ts';
import { prepareAttachments } from './installation/attachments.ts';
import { withUrl } from './installation/database.ts';
import { databasesOf, operatorsDatabases } from './installation/database-roles.ts';
import { makeHome, readSettings, writeSettings } from './installation/home.ts';
import { THIS_NODE } from './installation/node.ts';
import { processStart, type Running, readRunning, removeRunning, writeRunning } from './installation/running.ts';
import { pageOfTrial } from './installation/sign-up.ts';
import { API_USER } from './processes/run-as.ts';
import { describeRuntime } from './processes/runtime.ts';
import { openLogFile } from './supervise/log-file.ts';
import { supervisePostgres } from './supervise/postgres.ts';
import { logLine, type OnLine, startProcesses } from './supervise/processes.ts';
import { Refusal } from './terminal/refusal.ts';
import { type Report, step } from './terminal/report.ts';
import { selfSignedCertificateFile } from './transport/certificate.ts';
import { chooseTransport, localUrl } from './transport/transport.ts';
import { DEMO_EMAIL, demoAccount } from './up/demo-account.ts';
import { waitUntilHealthy } from './up/health.ts';
import { prepare } from './up/prepare.ts';
import type { Facts } from './up/screen.ts';

export interface Supervised {
  facts: Facts;
  /** API, worker, PostgreSQL, in this order. Guests go on. */
  stop(): Promise<void>;
}

export type SuperviseSettings = Omit<ProcessSettings, 'databaseUrl' | 'operatorDatabaseUrl' | 'apiUser' | 'node'> & {
  /** The operator's own database, for its owner; null for the embedded one. */
  externalDatabase: string | null;
};

/** Starts everything, and resolves when the API answers and the worker works. `onLine` gets every log line. */
export async function supervise(settings: SuperviseSettings, report: Report, onLine: OnLine): Promise<Supervised> {
  const { home, engine, listening, mirrors, externalDatabase } = settings;
  await makeHome(home.path);
  await claim(settings);
  const file = openLogFile(path.join(home.logs, 'supervisor.log'));
  const log: OnLine = (line) => {
    file.write(`${line}\n`);
    onLine(line);
  };
  const undo: (() => Promise<void>)[] = [() => removeRunning(home)];
  const stop = async (): Promise<void> => {
    while (undo.length > 0) await undo.pop()?.();
  };
  try {
    const user = await step(report, 'System users', prepareUsers);
    await prepareSocketDirectory({ directory: home.sockets, gid: user?.gid ?? null });
    for (const directory of [home.attachments, home.receivedMail, home.accountExports]) await prepareAttachments(directory, user);
    const databases =
      externalDatabase === null ? databasesOf(await startPostgres(user)) : operatorsDatabases(externalDatabase, process.env);
    const { owner: url } = databases;
    const prepared = await prepare({ home, engine, databases }, report);
    const apiUser = user?.name ?? null;
    const isFirstStart = (await readSettings(home)) === null;
    const hasDemoAccount = isFirstStart || (await withUrl(url, (db) => findAccountByEmail(db, DEMO_EMAIL))) !== undefined;
    const signUpUrl = settings.signUpUrl ?? pageOfTrial(listening, { hasDemoAccount });
    const processes = startProcesses(
      { home, engine, listening, mirrors, apiUser, signUpUrl, node: THIS_NODE, databases },
      log,
      onLine,
    );
    undo.push(() => processes.stop());
    const own = chooseTransport(listening).kind === 'self-signed' ? selfSignedCertificateFile(home.tls) : null;
    const running = runningNow(
      { ...settings, signUpUrl },
      { state: 'ready', accelerator: prepared.accelerator, certificate: own },
    );
    await step(report, 'API and worker', async () => {
      await processes.ready;
      await waitUntilHealthy(running);
    });
    const account = await withUrl(url, async (db) => demoAccount(db, home, isFirstStart));
    const { publicUrl, consoleOrigins } = listening;
    const remembered = { publicUrl, consoleOrigins, mirrors: mirrors.map(formatEndpoint) };
    await writeSettings(home, { engine, externalDatabase: externalDatabase !== null, ...remembered });
    await writeRunning(home, running);
    const runtime = describeRuntime();
    return {
      facts: { ...prepared, runtime, apiUser, account, url: running.url, publicUrl, home: home.path, certificate: own },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }

  async function startPostgres(api: SystemUser | null): Promise<string> {
    const options = { dataDir: home.database, api };
    const postgres = await step(report, 'PostgreSQL', () => supervisePostgres(options, (sentence) => log(logLine(sentence))));
    undo.push(() => postgres.stop());
    return postgres.url;
  }
}

/** Under root the API and the embedded PostgreSQL run as users of their own; else all is ours. Returns the API's. */
async function prepareUsers(): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  await makeSystemUser(DATABASE_USER);
  return makeSystemUser(API_USER);
}

/** One supervisor a home. The database refuses a second one too, should two pass here in the same moment. */
async function claim(settings: SuperviseSettings): Promise<void> {
  const other = await readRunning(settings.home);
  if (other && other.pid !== process.pid) throw new Refusal(`Innkeeper is starting or running already (process ${other.pid}).`);
  await writeRunning(settings.home, runningNow(settings, { state: 'starting', accelerator: null, certificate: null }));
}

function runningNow(settings: SuperviseSettings, now: Pick<Running, 'state' | 'accelerator' | 'certificate'>): Running {
  return {
    pid: process.pid,
    started: processStart(process.pid) ?? '',
    url: localUrl(settings.listening),
    engine: settings.engine,
    runtime: describeRuntime(),
    signUpUrl: settings.signUpUrl,
    ...now,
  };
}
