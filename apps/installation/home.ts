/** The home of an installation: a directory with database, guests, logs, certificate and configuration. */
import { existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNodeError, writeAtomic } from '@innkeeper/engine/atomic';
import { CommandError } from '../terminal/command-error.ts';
import { readUpgrade } from '../upgrade/record.ts';
import type { CodeVersion } from './code-version.ts';

/** Root of the checkout. The bundle (build/) and the sources find the same one. */
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
  /** Disks of guests. The engine creates the directory when it opens. */
  machines: string;
  /** Directory of the ISO files of customers. */
  isos: string;
  logs: string;
  /** Diagnostic reports of processes that hung. */
  reports: string;
  tls: string;
  /** Sockets on which the API sends requests about guests to the worker, see guest-access/. */
  sockets: string;
  /** File that names the process that runs the installation, see running.ts. */
  runningFile: string;
  /** File that the supervisor, or a restore, locks while it uses the home, see claim.ts. */
  claimFile: string;
  /** Configuration of the operator: `innkeeper.toml`. */
  configuration: string;
  /** Secrets that `systemd install` took from the environment, one file each. */
  secrets: string;
  /** File with the `HomeState`. */
  state: string;
  /** File that exists if the first `up` had `--no-demo`, see trial.ts. */
  noDemoFile: string;
  /** Socket on which commands request a reload of the configuration from the supervisor. */
  supervisorSocket: string;
  /** Snapshots, local backups and unfinished copies. They are not below `engine`, whose bytes count as the guests'. */
  copies: string;
  /** Files of tickets. They belong to the API's user. */
  attachments: string;
  /** Received support mail, as raw messages. It belongs to the API's user. */
  receivedMail: string;
  /** Exports of accounts. They belong to the API's user. */
  accountExports: string;
  /** Journal of invoice numbers (engine/journal). It belongs to the worker's user. */
  journal: string;
  /** Mail that is written to files while no SMTP server is configured. */
  mail: string;
  /** Key of the secrets in the database, see secret-key.ts. */
  secretKeyFile: string;
  /** Keys, status and working files of the backups of this installation, see backup/. */
  backup: string;
  /** Zones of a simulated DNS server. */
  dns: string;
  /** Files that a restore prepares, see backup/restore.ts. */
  restoreDirectory: string;
  /** File that exists while a restore replaces files of the home, see backup/moves.ts. */
  movesFile: string;
  /** Copies from before upgrades, and the state of an upgrade, see upgrade/. */
  before: string;
}

export type EngineKind = 'qemu' | 'simulated';

/**
 * Facts that are fixed at the first start of a home, and the code of the last healthy start. The first are not configuration keys, because
 * a change would hide the existing guests: one engine cannot see the guests of the other.
 */
export interface HomeState extends Partial<CodeVersion> {
  engine: EngineKind;
  /** True for the operator's own database, false for the embedded one. */
  externalDatabase: boolean;
  /** Name of the further node whose guests are in this home. Missing for the home of the first host. */
  node?: string;
}

/** Returns the paths of a home, by default of `.innkeeper` in the checkout. Links in the path are resolved. */
export function homeAt(directory: string | undefined): Home {
  const named = path.resolve(directory ?? path.join(projectRoot, '.innkeeper'));
  const home = resolveSymlink(named);
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
    runningFile: path.join(home, 'running.json'),
    claimFile: path.join(home, 'home.lock'),
    configuration: path.join(home, 'innkeeper.toml'),
    secrets: path.join(home, 'secrets'),
    state: path.join(home, 'state.json'),
    noDemoFile: path.join(home, 'no-demo'),
    supervisorSocket: path.join(home, 'run', 'supervisor.sock'),
    copies: path.join(home, 'copies'),
    attachments: path.join(home, 'attachments'),
    receivedMail: path.join(home, 'received-mail'),
    accountExports: path.join(home, 'account-exports'),
    journal: path.join(home, 'journal'),
    mail: path.join(home, 'mail'),
    secretKeyFile: path.join(home, 'secret.key'),
    backup: path.join(home, 'backup'),
    dns: path.join(home, 'engine', 'dns'),
    restoreDirectory: path.join(home, 'restoring'),
    movesFile: path.join(home, 'restoring', 'moves.json'),
    before: path.join(home, 'before'),
  };
}

function resolveSymlink(named: string): string {
  try {
    return realpathSync(named);
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return named;
    throw error;
  }
}

/** Maximum length in bytes of the path of a Unix socket. */
const MAX_SOCKET_PATH = 107;

/** Throws a `CommandError` if the path of the supervisor's socket would be too long, before a start that would fail only at its end. */
export function requireShortPath({ path: directory, supervisorSocket }: Home): void {
  const excess = Buffer.byteLength(supervisorSocket) - MAX_SOCKET_PATH;
  if (excess <= 0) return;
  const bytes = Buffer.byteLength(directory);
  throw new CommandError(
    `${directory} is too long for a home: its path has ${bytes} bytes, and at most ${bytes - excess} leave room for a socket. Use a shorter directory with --home.`,
  );
}

/** Creates the home for its owner alone. PostgreSQL and guests run as other users, but receive their files opened. */
export async function makeHome(directory: string | undefined): Promise<Home> {
  const requested = homeAt(directory);
  refuseHalfRestored(requested);
  try {
    await mkdir(requested.path, { recursive: true });
    const home = homeAt(directory);
    await chmod(home.path, 0o700);
    for (const inner of [home.logs, home.tls]) await mkdir(inner, { recursive: true, mode: 0o700 });
    return home;
  } catch (error) {
    if (isNodeError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR'))
      throw new CommandError(`${requested.path} cannot be written. Use another directory with --home.`);
    throw error;
  }
}

export async function writeState(home: Pick<Home, 'state'>, state: HomeState): Promise<void> {
  await writeAtomic(home.state, `${JSON.stringify(state, null, 2)}\n`);
}

/**
 * Reads the state of a home. Returns `null` before the first `up`. Throws a `CommandError` during an interrupted restore, and for another user's
 * home.
 */
export async function readState(home: Home): Promise<HomeState | null> {
  refuseHalfRestored(home);
  try {
    return JSON.parse(await readFile(home.state, 'utf8')) as HomeState;
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return null;
    if (isNodeError(error, 'EACCES'))
      throw new CommandError(`${home.path} belongs to another user. Use another directory with --home, or run as that user.`);
    throw error;
  }
}

/**
 * Throws a `CommandError` for an interrupted restore, or an interrupted return from an upgrade. Some files of such a home are older, and
 * others are newer.
 */
function refuseHalfRestored(home: Home): void {
  const { path: directory, movesFile } = home;
  refuseHalfReturned(home);
  if (existsSync(movesFile))
    throw new CommandError(
      `A restore into ${directory} was interrupted. Run the same ./innkeeper restore command again to complete it.`,
    );
}

/** Throws a `CommandError` for an interrupted return from an upgrade, which only `up` completes. */
export function refuseHalfReturned(home: Home): void {
  if (readUpgrade(home)?.phase !== 'returning') return;
  throw new CommandError(
    `An upgrade of ${home.path} failed, and was interrupted while it put the files back. Run ./innkeeper up to complete that.`,
  );
}

/**
 * Returns the state of a home for a command of the first host. Throws a `CommandError` before the first `up`, and in the home of a further
 * node.
 */
export async function requireState(home: Home): Promise<HomeState> {
  const state = await requireStateOfNode(home);
  if (state.node === undefined) return state;
  throw new CommandError(`${home.path} is the home of the node ${state.node}. Run this command on the first host.`);
}

/** Returns the state of a home for a command that each host has. Throws a `CommandError` before the first `up` or `worker`. */
export async function requireStateOfNode(home: Home): Promise<HomeState> {
  const state = await readState(home);
  if (state) return state;
  throw new CommandError(`${home.path} contains no installation. Start Innkeeper with ./innkeeper up.`);
}
