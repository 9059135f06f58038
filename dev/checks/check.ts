/** The type of a check, and two ways to check the repository: by reading its files, and with a tool. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Check {
  name: string;
  /** Runs the check and returns a line for each problem, with its remedy. */
  run(): Promise<Finding>;
  /** True if the first run mostly waits for a download. The check then takes no slot of the others. */
  downloads?: true;
}

export interface Finding {
  problems: string[];
  /** Figure that is also printed without problems. */
  note?: string;
}

/** Root of the repository. `npm run` sets the working directory to it. */
export const root = process.cwd();

export interface RepositoryFile {
  /** Path from the root, with `/`. */
  path: string;
  text: string;
}

const run = promisify(execFile);

/** Returns the wanted files that git tracks or would add, so that a check sees a new file before its commit. */
export async function repositoryFiles(matches: (path: string) => boolean): Promise<RepositoryFile[]> {
  const paths = (await repositoryPaths()).filter(matches);
  const found = await Promise.all(
    paths.map(async (file) => ({ path: file, text: await fs.promises.readFile(path.join(root, file), 'utf8').catch(gone) })),
  );
  return found.filter((file): file is RepositoryFile => file.text !== null);
}

/** Returns the paths of all files that git tracks or would add, sorted. */
export async function repositoryPaths(): Promise<string[]> {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', listing, { cwd: root, maxBuffer: 64e6 });
  return [...new Set(stdout.split('\0'))].filter((file) => file !== '').sort();
}

/** Handles a tracked file that was just removed. Rethrows other errors. */
function gone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
  throw error;
}

/** Runs a tool's JavaScript file with this Node. Any exit code except 0 turns its output into the problem. */
export async function runNodeScript(script: string, args: string[]): Promise<Finding> {
  try {
    await run(process.execPath, [path.join(root, script), ...args], { cwd: root, maxBuffer: 64e6 });
    return { problems: [] };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return { problems: [`${stdout}\n${stderr}`.trim() || message] };
  }
}
