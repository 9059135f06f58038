import type { Selection } from './select.ts';

/** Lists the selected and the left-out tests of a change, one line each. */
export function describeSelection(changed: number, since: string, selection: Selection): string[] {
  const { files, operations, wholeFastReason, skippedCount, unreached } = selection;
  const lines = [`${count(changed, 'file')} changed since ${since}.`];
  if (wholeFastReason !== null) {
    lines.push(`Runs the whole project fast, about 99 s on 2 quiet cores, because everything depends on ${wholeFastReason}.`);
  } else {
    lines.push(`Runs ${count(files.length, 'test file')}${files.length > 0 ? ':' : '.'}`, ...files.map((file) => `  ${file}`));
    if (operations.length > 0) lines.push(`Runs the tests of lab/cross-cutting for: ${operations.join(', ')}.`);
  }
  if (skippedCount > 0)
    lines.push(`Leaves out ${count(skippedCount, 'test file')} of fast and system with a longer path to the change.`);
  if (unreached.length > 0) lines.push(`No test of fast or system reaches ${unreached.join(', ')}.`);
  lines.push(
    'Leaves out the other checks, floods, torture, real processes and real guests: CI=true ./innkeeper test runs all of them.',
  );
  return lines;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
