import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { EngineError } from '../error.ts';
import { run } from './run.ts';

/** Returns the SHA-256 of a file in hex. Reads the file as a stream. */
export const sha256OfFile = (path: string): Promise<string> => digestOfFile(path, 'sha256');

/** Returns a digest of a file in hex. Reads the file as a stream. */
export async function digestOfFile(path: string, algorithm: 'sha256' | 'sha512'): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** A large image on a slow disk takes minutes. */
const MAX_MEASURE_MS = 6 * 3_600_000;

/** Returns the SHA-256 of a file in hex, computed by a process of the lowest priority, so that guests and requests are not delayed. */
export async function sha256AtLowPriority(path: string, signal?: AbortSignal): Promise<string> {
  const options = { timeoutMs: MAX_MEASURE_MS, ...(signal && { signal }) };
  // sha256sum marks names with a backslash or a line break by a leading backslash.
  const [digest] = /[0-9a-f]{64}/.exec(await run('nice', ['-n', '19', 'sha256sum', '--', path], options)) ?? [];
  if (digest === undefined) throw new EngineError('host', `sha256sum printed no digest of ${path}`);
  return digest;
}
