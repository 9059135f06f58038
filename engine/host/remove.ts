import { run } from './run.ts';

/**
 * Removes files and directories recursively; absent ones are fine. Uses `rm`, which walks by directory descriptors, so a link
 * planted during the removal cannot redirect it, as it could a walk by paths. A mount point below a
 * path makes it fail and stays.
 */
export async function removeTrees(paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await run('rm', ['-rf', '--one-file-system', '--', ...paths], { timeoutMs: 10 * 60_000 });
}
