import { readFile } from 'node:fs/promises';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { UnreadableBackup } from '@innkeeper/engine/backup/age/error';
import { parseIdentityFile } from '@innkeeper/engine/backup/age/keys';
import { takeMacKeys } from '@innkeeper/model/backup/authenticity';

export interface KeyFile {
  /** Secret keys that decrypt backups. */
  identities: string[];
  /** Keys that authenticate backups. May be empty. */
  macKeys: string[];
}

/** Reads a key file. Throws a `CommandError` if it contains no secret key. */
export async function readKeyFile(file: string): Promise<KeyFile> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read. Check its path and permissions.`);
  });
  const { keys, rest } = takeMacKeys(text);
  try {
    return { identities: parseIdentityFile(rest, file), macKeys: keys };
  } catch (error) {
    if (error instanceof UnreadableBackup) throw new CommandError(error.message);
    throw error;
  }
}
