import { run } from './run.ts';

/**
 * Removes files and directories with all that is in them; absent ones are fine. By `rm`, which walks by opened directories: whoever
 * may write in them can't lead it elsewhere by a link that appears at the right moment, as a walk by paths can be. What is mounted
 * in them stays, and fails it.
 */
export async function removeTrees(paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await run('rm', ['-rf', '--one-file-system', '--', ...paths], { timeoutMs: 10 * 60_000 });
}
