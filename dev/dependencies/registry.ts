/** Queries the npm registry of this machine through npm. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { newestInAll } from './newest.ts';

const run = promisify(execFile);

/**
 * Returns the newest version, by name, of each direct dependency that is pinned to another one. `folder` has a package.json. Dependencies
 * of its workspaces are included.
 */
export async function findOutdated(folder: string): Promise<Record<string, string>> {
  return readOutdated(await npm(['outdated', '--json'], folder));
}

/** Reads the JSON of `npm outdated --json`. A dependency of several workspaces is a list. An alias is `alias:name@version`. */
export function readOutdated(answer: unknown): Record<string, string> {
  const entries = Object.entries((answer ?? {}) as Record<string, { latest: string } | { latest: string }[]>);
  return Object.fromEntries(
    entries.flatMap(([name, found]) => [found].flat().map(({ latest }) => [name.replace(/:.*/, ''), latest])),
  );
}

/** Returns the newest version in `range` that every package has published. Throws if there is none. */
export async function findNewestInRange(packages: readonly string[], range: string): Promise<string> {
  const lists = await Promise.all(
    packages.map(async (name) => [(await npm(['view', `${name}@${range}`, 'version', '--json'])) ?? []].flat() as string[]),
  );
  const newest = newestInAll(lists, range);
  if (newest === null) throw new Error(`No version in the range ${range} is published of ${packages.join(' and ')}.`);
  return newest;
}

/** Returns the report of `npm audit` about package-lock.json, which `readAudit` reads. */
export async function audit(): Promise<unknown> {
  return npm(['audit', '--json', '--package-lock-only']);
}

/**
 * Returns the JSON that npm prints, or `undefined` if it prints nothing. Exit code 1 is also a valid answer, because `outdated` and `audit`
 * use it for findings. Throws npm's message if it reports an error.
 */
async function npm(args: readonly string[], folder = '.'): Promise<unknown> {
  const { stdout, stderr } = await run('npm', args, { cwd: path.resolve(folder), maxBuffer: 64e6 }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => ({ stdout: error.stdout, stderr: error.stderr || error.message }),
  );
  if (stdout === undefined) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`);
  const answer: unknown = stdout.trim() === '' ? undefined : JSON.parse(stdout);
  const problem = readError(answer);
  if (problem !== null) throw new Error(`npm ${args.join(' ')} failed: ${problem}`);
  return answer;
}

/** Returns the error that npm printed instead of an answer, or `null`. `npm audit` prints its message next to `error`. */
export function readError(answer: unknown): string | null {
  const { error, message } = (answer ?? {}) as { error?: { summary?: unknown }; message?: string };
  if (typeof error?.summary !== 'string') return null;
  return error.summary || message || 'npm does not say why.';
}
