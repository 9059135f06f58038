/**
 * Installs the tools of dev/openapi-tools.
 *
 * Innkeeper needs none of these 320 packages. They therefore have their own lock file, and are installed only to test the document.
 */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Path from the root of the repository. */
export const TOOLS = 'dev/openapi-tools';

/** Installs the tools, or those of another folder, unless they match its lock file. This takes about 30 s, mostly waiting. */
export async function installTools(root: string, folder = TOOLS): Promise<void> {
  const cwd = path.join(root, folder);
  if (await isCurrent(cwd)) return;
  // `npm ci` would require packages for every other platform in the lock file.
  const quietly = ['--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-progress'];
  await run('npm', ['install', ...quietly, '--loglevel=error'], { cwd });
  await run('touch', ['node_modules/.package-lock.json'], { cwd });
}

/** Returns whether npm's own record of the installation is newer than the lock file. */
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
