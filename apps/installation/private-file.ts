import { stat } from 'node:fs/promises';
import { isNodeError } from '@innkeeper/engine/atomic';
import { FatalStart } from '../processes/messages.ts';

/** Throws `FatalStart` if other users can read a file with credentials, or if the file is missing. */
export async function requirePrivateFile(path: string): Promise<void> {
  const { mode } = await stat(path).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT')) throw new FatalStart(`${path} does not exist. Restore it from a backup.`);
    throw error;
  });
  if ((mode & 0o077) !== 0)
    throw new FatalStart(`${path} contains credentials and can be read by other users. Run: chmod 600 ${path}`);
}
