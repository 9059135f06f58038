/**
 * The tools of dev/openapi-tools: 320 packages that nothing of Innkeeper needs, so they have a lock file of their own and are
 * installed only for who tries the document with them.
 */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Under the root of the repository. */
export const TOOLS = 'dev/openapi-tools';

/** Installs them, or those of another folder, unless they are there as its lock file has them (about 30 s, mostly of waiting). */
export async function installTools(root: string, folder = TOOLS): Promise<void> {
  const cwd = path.join(root, folder);
  if (await isCurrent(cwd)) return;
  // Not npm ci, which wants packages for every other platform of the lock file too.
  const quietly = ['--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-progress'];
  await run('npm', ['install', ...quietly, '--loglevel=error'], { cwd });
  await run('touch', ['node_modules/.package-lock.json'], { cwd });
}

/** npm's own record of what it installed is newer than the lock file as long as both agree. */
async function isCurrent(directory: string): Promise<boolean> {
  const changed = (file: string) => stat(path.join(directory, file)).then(({ mtimeMs }) => mtimeMs);
  const installed = await changed('node_modules/.package-lock.json').catch(() => 0);
  return installed >= (await changed('package-lock.json'));
}

/** Runs a tool and returns its output. Rejects with that output if it fails. */
export async function runTool(root: string, name: 'lint' | 'generate', args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [path.join(TOOLS, `${name}.mjs`), ...args], { cwd: root, maxBuffer: 64e6 });
  return stdout;
}
