/** An installation is a directory: database, guests, logs, certificate, and its configuration. */
import { existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNodeError, writeAtomic } from '@innkeeper/engine/atomic';
import { Refusal } from '../terminal/refusal.ts';

/** The checkout, found from the bundle (build/) and from the sources alike. */
export const projectRoot = checkoutOf(path.dirname(fileURLToPath(import.meta.url)));

function checkoutOf(directory: string): string {
  if (existsSync(path.join(directory, 'package-lock.json'))) return directory;
  const parent = path.dirname(directory);
  if (parent === directory)
    throw new Error('Innkeeper only runs from a checkout, and this directory is not one. Change to a checkout.');
  return checkoutOf(parent);
}

export interface Home {
  path: string;
  database: string;
  engine: string;
  /** Guests' disks, made by the engine when it opens. */
  machines: string;
  /** Directory of the ISO files of customers. */
  isos: string;
  logs: string;
  /** Diagnostic reports of processes that hung. */
  reports: string;
  tls: string;
  /** The socket by which the API asks the worker about guests, see guest-access/. */
  sockets: string;
  /** File that names the process that runs it, see running.ts. */
  running: string;
  /** Configuration of the operator: `innkeeper.toml`. */
  configuration: string;
  /** Secrets of the configuration that were taken over from older files, one file each. */
  secrets: string;
  /** File with the `HomeState`. */
  state: string;
  /** Present if `up` was told to make no demo account, see trial.ts. */
  noDemoFile: string;
  /** Socket on which commands ask the supervisor to read the configuration again. */
  supervisorSocket: string;
  /** Snapshots, local backups, and copies on their way; not below `engine`, whose bytes count as the guests'. */
  copies: string;
  /** Files of tickets, which belong to the API's user. */
  attachments: string;
  /** Raw mail that came for support, which belongs to the API's user. */
  receivedMail: string;
  /** Exports of accounts, which belong to the API's user. */
  accountExports: string;
  /** Mail that is not sent, while no SMTP server is named. */
  mail: string;
  /** The key of secrets in the database, see secret-key.ts. */
  secretKeyFile: string;
  /** The zones of a simulated DNS server. */
  dns: string;
}

export type EngineKind = 'qemu' | 'simulated';

/** Facts of a home since its first start. They are no configuration: the guests of one engine are unknown to the other. */
export interface HomeState {
  engine: EngineKind;
  /** True for a database of the operator's own, false for the embedded one. */
  externalDatabase: boolean;
}

/** `directory` as the operator wrote it, or `.innkeeper` of the checkout; where it really lies, if it is a link. */
export function homeAt(directory: string | undefined): Home {
  const named = path.resolve(directory ?? path.join(projectRoot, '.innkeeper'));
  const home = realOrNamed(named);
  return {
    path: home,
    database: path.join(home, 'db'),
    engine: path.join(home, 'engine'),
    machines: path.join(home, 'engine', 'machines'),
    isos: path.join(home, 'engine', 'isos'),
    logs: path.join(home, 'log'),
    reports: path.join(home, 'log', 'reports'),
    tls: path.join(home, 'tls'),
    sockets: path.join(home, 'run'),
    running: path.join(home, 'running.json'),
    configuration: path.join(home, 'innkeeper.toml'),
    secrets: path.join(home, 'secrets'),
    state: path.join(home, 'state.json'),
    noDemoFile: path.join(home, 'no-demo'),
    supervisorSocket: path.join(home, 'run', 'supervisor.sock'),
    copies: path.join(home, 'copies'),
    attachments: path.join(home, 'attachments'),
    receivedMail: path.join(home, 'received-mail'),
    accountExports: path.join(home, 'account-exports'),
    mail: path.join(home, 'mail'),
    secretKeyFile: path.join(home, 'secret.key'),
    dns: path.join(home, 'engine', 'dns'),
  };
}

function realOrNamed(named: string): string {
  try {
    return realpathSync(named);
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return named;
    throw error;
  }
}

/** Makes the directory, for its owner alone: PostgreSQL and guests run as others, but are handed what is theirs open. */
export async function makeHome(directory: string | undefined): Promise<Home> {
  const wanted = homeAt(directory);
  try {
    await mkdir(wanted.path, { recursive: true });
    const home = homeAt(directory);
    await chmod(home.path, 0o700);
    for (const inner of [home.logs, home.tls]) await mkdir(inner, { recursive: true, mode: 0o700 });
    return home;
  } catch (error) {
    if (isNodeError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR'))
      throw new Refusal(`${wanted.path} cannot be written. Use another directory with --home.`);
    throw error;
  }
}

export async function writeState(home: Pick<Home, 'state'>, state: HomeState): Promise<void> {
  await writeAtomic(home.state, `${JSON.stringify(state, null, 2)}\n`);
}

/** Returns `null` where no `up` has been. */
export async function readState(home: Home): Promise<HomeState | null> {
  try {
    return JSON.parse(await readFile(home.state, 'utf8')) as HomeState;
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return null;
    if (isNodeError(error, 'EACCES'))
      throw new Refusal(`${home.path} belongs to another user. Use another directory with --home, or run as that user.`);
    throw error;
  }
}

/** For commands that need an installation. Throws a `Refusal` before the first `up`. */
export async function requireState(home: Home): Promise<HomeState> {
  const state = await readState(home);
  if (state) return state;
  if (existsSync(path.join(home.path, 'settings.json')))
    throw new Refusal(
      `${home.path} has settings of an earlier version. Start Innkeeper once with ./innkeeper up, which imports them.`,
    );
  throw new Refusal(`${home.path} contains no installation. Start Innkeeper with ./innkeeper up.`);
}
