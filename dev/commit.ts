/** Finds the commit that a build names (model/installation/build.ts). */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

/**
 * Returns the commit of a checkout, and appends `.dirty` if tracked files have uncommitted changes. `INNKEEPER_COMMIT` replaces it, for a
 * build from files without git, such as that of a container. Returns an empty string if neither gives one.
 */
export function findCommit(root: string, env: Readonly<Record<string, string | undefined>>): string {
  if (env.INNKEEPER_COMMIT) return env.INNKEEPER_COMMIT;
  try {
    const commit = git(root, ['rev-parse', '--verify', 'HEAD']);
    const changes = git(root, ['status', '--porcelain', '--untracked-files=no']);
    return changes === '' ? commit : `${commit}.dirty`;
  } catch {
    // There is no git, no repository or no commit yet. A build needs none of them.
    return '';
  }
}

/**
 * Runs git on this checkout only. A directory above may be another repository. The user who builds may not own the checkout, and git would
 * refuse it, although the build runs its code anyway.
 */
function git(root: string, args: readonly string[]): string {
  const options = ['-c', `safe.directory=${root}`, '-c', 'core.fsmonitor=false', '--no-optional-locks'];
  return execFileSync('git', [...options, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, GIT_CEILING_DIRECTORIES: path.dirname(root) },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
