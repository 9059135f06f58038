/**
 * Limits the length of files: at most 400 lines, and at most 250 for nine files in ten. A long file is easier to split early. Generated
 * files do not count.
 */
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';

const MAX_LINES = 400;
const NINE_IN_TEN = 250;

export const sizes: Check = {
  name: 'sizes',
  run: async () => judgeSizes(await repositoryFiles(isSource)),
};

export function isSource(path: string): boolean {
  if (/\.gen\./.test(path)) return false;
  return path === 'innkeeper' || /\.(ts|tsx|js|mjs|cjs|sh)$/.test(path);
}

export function judgeSizes(files: readonly RepositoryFile[]) {
  const counted = files.map((file) => ({ path: file.path, lines: lineCount(file.text) })).sort((a, b) => a.lines - b.lines);
  const problems = counted
    .filter((file) => file.lines > MAX_LINES)
    .map((file) => `${file.path} has ${file.lines} lines, ${MAX_LINES} are the most. Split it along what it does.`);
  const nine = quantile(counted, 0.9);
  if (nine > NINE_IN_TEN)
    problems.push(`One file in ten has more than ${nine} lines; ${NINE_IN_TEN} is the limit. Split the longest ones.`);
  const longest = counted.at(-1);
  const note = `${counted.length} files, median ${quantile(counted, 0.5)} lines, nine in ten up to ${nine}, longest ${longest?.lines ?? 0} (${longest?.path})`;
  return { problems, note };
}

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** Returns the quantile `share` of the line counts. At least this share of the files has no more lines. */
function quantile(sorted: readonly { lines: number }[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1]?.lines ?? 0;
}
