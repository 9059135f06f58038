import { run } from './run.ts';

/**
 * Removes files and directories recursively. Ignores paths that do not exist. Uses `rm`, which opens each directory relative to its
 * parent's descriptor. A symbolic link that is planted during the removal could redirect a walk by paths. Throws if a file system is
 * mounted below a path, and does not touch that file system.
 */
export async function removeTrees(paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await run('rm', ['-rf', '--one-file-system', '--', ...paths], { timeoutMs: 10 * 60_000 });
}
