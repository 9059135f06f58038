import { spawnSync } from 'node:child_process';
import { CommandError } from '../../terminal/command-error.ts';

/**
 * Lists the files that differ from a commit, with untracked and deleted ones, as paths from the root of the repository. Throws a `CommandError`
 * if git is missing, `root` is not a clone, or the commit is unknown.
 */
export function changedFiles(root: string, since: string): string[] {
  // `--end-of-options` prevents that git reads a commit with a leading hyphen as an option.
  const differing = listFiles(root, 'diff', '-z', '--name-only', '--no-renames', '--end-of-options', since, '--');
  return [...new Set([...differing, ...listFiles(root, 'ls-files', '-z', '--others', '--exclude-standard')])].sort();
}

/** Lists all files that git tracks or would add. Throws like `changedFiles`. */
export function trackedFiles(root: string): string[] {
  return [...new Set(listFiles(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'))];
}

function listFiles(root: string, ...args: string[]): string[] {
  const { error, status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64e6 });
  if (status !== 0) throw new CommandError(`git could not list the changed files: ${error?.message ?? stderr.trim()}`);
  return stdout.split('\0').filter((file) => file !== '');
}
