/**
 * Identifies the code that runs.
 *
 * `dev/build.ts` defines the constant. Code that runs from sources, such as a test, has no commit.
 */

/** Commit of the build, followed by `.dirty` if tracked files had uncommitted changes. Empty if the build found no commit. */
declare const INNKEEPER_COMMIT: string | undefined;

/** Digits of a commit in texts for people. */
const SHOWN_DIGITS = 12;

/** Commit that was built, or `null` if it is not known. Uncommitted changes append `.dirty`. */
export const BUILD_COMMIT: string | null =
  typeof INNKEEPER_COMMIT === 'string' && INNKEEPER_COMMIT !== '' ? INNKEEPER_COMMIT : null;

/** Returns a release with its commit, such as `0.1.0+6f617465f4a1` or `0.1.0+6f617465f4a1.dirty`. */
export function formatVersion(release: string, commit: string | null = BUILD_COMMIT): string {
  if (commit === null) return release;
  const [digits = '', ...suffixes] = commit.split('.');
  return `${release}+${[digits.slice(0, SHOWN_DIGITS), ...suffixes].join('.')}`;
}
