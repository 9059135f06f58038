/** Copies the keys of backups from the output of a command, as an operator does. */
import { expect } from 'vitest';

/** Returns the lines of a key file that a command printed. Fails if there are none. */
export function keyLines(output: string): string {
  const lines = output.split('\n').filter((line) => /^ {2}(# |AGE-SECRET-KEY-1)/.test(line));
  if (lines.length === 0) expect.fail(output);
  return lines.map((line) => `${line.trim()}\n`).join('');
}
