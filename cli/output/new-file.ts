/** Writes a new file of a command, readable by its owner only. */
import { open, rm } from 'node:fs/promises';
import { isNodeError } from '@innkeeper/engine/atomic';
import { invalid } from '@innkeeper/model/failures';

/** Number of characters that are gathered before a write. */
const CHUNK = 64_000;

/**
 * Creates the file, and removes it again if `fill` fails. Throws `validation` under `file` if the path exists or its directory does not.
 */
export async function intoNewFile<T>(
  path: string,
  fill: (write: (content: string | Buffer) => Promise<void>) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if (isNodeError(error, 'EEXIST')) throw invalid('file', `${path} already exists.`);
    if (isNodeError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR', 'EROFS'))
      throw invalid('file', `${path} cannot be written. Check its directory and permissions.`);
    throw error;
  });
  let waiting = '';
  try {
    const result = await fill(async (content) => {
      if (typeof content === 'string') waiting += content;
      if (typeof content === 'string' && waiting.length < CHUNK) return;
      const full = waiting;
      waiting = '';
      await file.writeFile(full);
      if (typeof content !== 'string') await file.writeFile(content);
    });
    await file.writeFile(waiting);
    await file.sync();
    return result;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
