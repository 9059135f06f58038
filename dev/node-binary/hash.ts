/** Hashes files and files in archives as streams, because a Node binary has 120 MB. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Returns the hash in hexadecimal, or in base64 as in lock files. */
export async function hashFile(file: string, algorithm = 'sha256', encoding: 'hex' | 'base64' = 'hex'): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest(encoding);
}

/** Returns the SHA-256 (hexadecimal) of a member of a tar archive. Throws if tar cannot read the archive or the member is missing. */
export async function hashMember(archive: string, member: string): Promise<string> {
  const tar = spawn('tar', ['--extract', '--to-stdout', '--file', archive, member], { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  tar.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => tar.once('error', reject).once('close', resolve));
  const hash = createHash('sha256');
  const [status] = await Promise.all([ended, pipeline(tar.stdout, hash)]);
  if (status !== 0) throw new Error(`tar cannot extract ${member} from ${archive}: ${Buffer.concat(chunks).toString().trim()}`);
  return hash.digest('hex');
}
