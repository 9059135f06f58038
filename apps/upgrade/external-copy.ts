/** Copies the operator's own database before an upgrade, into a backup file with a key of its own beside it. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatIdentityFile, generateAgeKeyPair } from '@innkeeper/engine/backup/age/keys';
import { createBackup } from '../backup/create.ts';
import { newMacKey } from '../backup/mac-key.ts';
import type { LoadedConfiguration } from '../configuration/load.ts';
import type { Home } from '../installation/home.ts';

const KEY_FILE = 'key.txt';

/** Makes the backup in a directory, which is created. Innkeeper stores the key there, because the home holds the data anyway. */
export async function copyExternal(home: Home, configuration: LoadedConfiguration, directory: string): Promise<void> {
  const now = new Date();
  const pair = await generateAgeKeyPair();
  const { key: macKey } = newMacKey(now);
  await createBackup({ home, configuration, to: directory, recipients: [pair.recipient], macKey });
  const lines = `# authentication key: ${macKey}\n${formatIdentityFile(pair, now)}`;
  await writeFile(path.join(directory, KEY_FILE), lines, { mode: 0o600, flush: true });
}

/** Returns how to go back, as a sentence. There is no automatic return: Innkeeper may not empty a database of another server. */
export function describeExternalReturn(directory: string): string {
  return `To go back, restore the backup in ${directory} with the release before into an empty database: ./innkeeper restore FILE --identity ${path.join(directory, KEY_FILE)} --replace, with DATABASE_URL.`;
}
