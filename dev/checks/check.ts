/** The type of a check, and two ways to check the repository: by reading its files, and by a tool. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Check {
  name: string;
  /** Returns a line for each problem, with its remedy. */
  run(): Promise<Finding>;
  /** Much of its time is waiting for a download, the first time: it takes no turn of the others. */
  downloads?: true;
}

export interface Finding {
  problems: string[];
  /** A figure worth printing even when all is well. */
  note?: string;
}

/** `npm run` sets the working directory to the root of the repository. */
export const root = process.cwd();

export interface RepositoryFile {
  /** From the root, with `/`. */
  path: string;
  text: string;
}

const run = promisify(execFile);

/** Files that git knows or would add, so that a check sees a new file before its commit. */
export async function repositoryFiles(wanted: (path: string) => boolean): Promise<RepositoryFile[]> {
  const paths = (await repositoryPaths()).filter(wanted);
  const found = await Promise.all(
    paths.map(async (file) => ({ path: file, text: await fs.promises.readFile(path.join(root, file), 'utf8').catch(gone) })),
  );
  return found.filter((file): file is RepositoryFile => file.text !== null);
}

/** The paths of these files, sorted. */
export async function repositoryPaths(): Promise<string[]> {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', listing, { cwd: root, maxBuffer: 64e6 });
  return [...new Set(stdout.split('\0'))].filter((file) => file !== '').sort();
}

/** A file that git knows but that was just removed. */
function gone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
  throw error;
}

/** Runs a tool's JavaScript file under this Node. Any exit code but 0 makes its output the problem. */
export async function judgedBy(script: string, args: string[]): Promise<Finding> {
  try {
    await run(process.execPath, [path.join(root, script), ...args], { cwd: root, maxBuffer: 64e6 });
    return { problems: [] };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return { problems: [`${stdout}\n${stderr}`.trim() || message] };
  }
}
