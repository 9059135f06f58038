/** Asks whether a backup is the wanted one if its file name does not say its time. */
import { createInterface } from 'node:readline/promises';
import type { RestoreOptions } from '@innkeeper/apps/backup/restore';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { formatSecond } from '@innkeeper/model/backup/names';

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
}

/**
 * Returns the function that a restore asks. It accepts the time of `--taken-at`. Without that option it asks on a terminal, and elsewhere
 * accepts nothing. Throws a `CommandError` if the option is no time.
 */
export function confirmTime(
  accepted: string | undefined,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): RestoreOptions['acceptsTime'] {
  const time = accepted === undefined ? null : new Date(accepted);
  if (time !== null && Number.isNaN(time.getTime()))
    throw new CommandError(`--taken-at needs a time such as 2026-11-24T03:15:00Z, and ${accepted} is none.`, 2);
  return async ({ name, takenAt }) => {
    if (time !== null) return formatSecond(time) === formatSecond(takenAt);
    if (!input.isTTY || !output.isTTY) return false;
    const asked = createInterface({ input, output });
    try {
      const question = `${name} contains the backup of ${formatSecond(takenAt)}, which its name does not say. Restore it? [y/N] `;
      return /^y(es)?$/i.test((await asked.question(question)).trim());
    } finally {
      asked.close();
    }
  };
}
