/** An installation is a directory: database, guests, logs, certificate, and what `up` was told. */
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
  if (parent === directory) throw new Error('Innkeeper runs from a checkout only, and this directory is not one.');
  return checkoutOf(parent);
}

export interface Home {
  path: string;
  database: string;
  engine: string;
  /** Guests' disks, made by the engine when it opens. */
  machines: string;
  /** Where customers' ISO files are. */
  isos: string;
  logs: string;
  tls: string;
  /** The socket by which the API asks the worker about guests, see guest-access/. */
  sockets: string;
  /** Who runs it now, see running.ts. */
  running: string;
  settings: string;
  /** Snapshots, local backups, and copies on their way; not below `engine`, whose bytes count as the guests'. */
  copies: string;
  /** Where the operator says that copies shall lie, see copies.ts. */
  copiesFile: string;
  /** Files of tickets, which belong to the API's user. */
  attachments: string;
  /** Raw mail that came for support, which belongs to the API's user. */
  receivedMail: string;
  /** Exports of accounts, which belong to the API's user. */
  accountExports: string;
  /** Mail that is not sent, while no SMTP server is named, and where the operator names one, see mail.ts. */
  mail: string;
  mailFile: string;
  /** Where the operator says how money comes in, see payments.ts. */
  paymentsFile: string;
  /** The key of secrets in the database, see secret-key.ts. */
  secretKeyFile: string;
  /** Where the API key of the DNS server is, see dns.ts, and the zones of a simulated one. */
  dnsFile: string;
  dns: string;
}

export type EngineKind = 'qemu' | 'simulated';

/** What the last `up` chose, so that other commands know it too. */
export interface HomeSettings {
  engine: EngineKind;
  /** Whether the database is the operator's own (DATABASE_URL) rather than the embedded one. */
  externalDatabase: boolean;
  /** What clients call the API by. Absent, or null: nothing was said. */
  publicUrl?: string | null;
  /** Where pages of the operator's are that may show consoles. */
  consoleOrigins?: readonly string[];
  /** What may be downloaded from besides the internet: `10.0.0.5:8080`. */
  mirrors?: readonly string[];
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
    tls: path.join(home, 'tls'),
    sockets: path.join(home, 'run'),
    running: path.join(home, 'running.json'),
    settings: path.join(home, 'settings.json'),
    copies: path.join(home, 'copies'),
    copiesFile: path.join(home, 'copies.json'),
    attachments: path.join(home, 'attachments'),
    receivedMail: path.join(home, 'received-mail'),
    accountExports: path.join(home, 'account-exports'),
    mail: path.join(home, 'mail'),
    mailFile: path.join(home, 'mail.json'),
    paymentsFile: path.join(home, 'payments.json'),
    secretKeyFile: path.join(home, 'secret.key'),
    dnsFile: path.join(home, 'dns.json'),
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
      throw new Refusal(`${wanted.path} cannot be written. Name another directory with --home.`);
    throw error;
  }
}

export async function writeSettings(home: Home, settings: HomeSettings): Promise<void> {
  await writeAtomic(home.settings, `${JSON.stringify(settings, null, 2)}\n`);
}

/** Null where no `up` has been. */
export async function readSettings(home: Home): Promise<HomeSettings | null> {
  try {
    return JSON.parse(await readFile(home.settings, 'utf8')) as HomeSettings;
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return null;
    if (isNodeError(error, 'EACCES')) throw new Refusal(`${home.path} belongs to another user.`);
    throw error;
  }
}

/** For commands that need an installation. Throws a `Refusal` before the first `up`. */
export async function requireSettings(home: Home): Promise<HomeSettings> {
  const settings = await readSettings(home);
  if (!settings) throw new Refusal(`There is no Innkeeper in ${home.path} yet. Start one with ./innkeeper up.`);
  return settings;
}
