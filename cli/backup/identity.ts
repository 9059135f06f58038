import { readFile } from 'node:fs/promises';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { UnreadableBackup } from '@innkeeper/engine/backup/age/error';
import { parseIdentityFile } from '@innkeeper/engine/backup/age/keys';

/** Reads a file of secret keys. Throws a `CommandError` if it contains none. */
export async function readIdentityFile(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read. Check its path and permissions.`);
  });
  try {
    return parseIdentityFile(text, file);
  } catch (error) {
    if (error instanceof UnreadableBackup) throw new CommandError(error.message);
    throw error;
  }
}
