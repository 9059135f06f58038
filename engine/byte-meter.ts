import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

export interface ByteMeter {
  /** Passes its bytes on unchanged. */
  stream: Transform;
  /** Returns the number of bytes and their SHA-256 in hex. Call it once, after the stream has ended. */
  read(): { bytes: number; sha256: string };
}

/** Opens a stream that counts and hashes the bytes that pass through it. */
export function openByteMeter(): ByteMeter {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ bytes, sha256: hash.digest('hex') }) };
}
