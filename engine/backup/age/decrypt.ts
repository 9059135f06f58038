/** Decrypts an age file as a stream. Bytes leave the stream only after their chunk was authenticated. */
import { Transform } from 'node:stream';
import { Decrypter } from 'age-encryption';
import { Chunks } from './chunks.ts';
import { UnreadableBackup } from './error.ts';
import { CHUNK_BYTES, derivePayloadKey, FILE_NONCE_BYTES, openChunk, TAG_BYTES } from './payload.ts';

/** Limit of the header. A header with two recipients has 300 bytes. */
const MAX_HEADER_BYTES = 64 * 1024;
const FIRST_LINE = 'age-encryption.org/v1\n';

/** Returns a stream that reads an age file and outputs the plain bytes. The stream fails with `UnreadableBackup`. */
export function createDecryption(identities: readonly string[]): Transform {
  let head: Buffer | null = Buffer.alloc(0);
  let key: Buffer | null = null;
  let number = 0;
  const chunks = new Chunks(CHUNK_BYTES + TAG_BYTES);

  /** Consumes the header. Returns the bytes that belong to the payload. */
  async function takeHead(data: Buffer): Promise<Buffer> {
    if (head === null) return data;
    head = Buffer.concat([head, data]);
    const headerBytes = headerEnd(head);
    if (headerBytes === null || head.length < headerBytes + FILE_NONCE_BYTES) return Buffer.alloc(0);
    const fileKey = await readFileKey(head.subarray(0, headerBytes), identities);
    key = derivePayloadKey(fileKey, head.subarray(headerBytes, headerBytes + FILE_NONCE_BYTES));
    const rest = head.subarray(headerBytes + FILE_NONCE_BYTES);
    head = null;
    return rest;
  }

  return new Transform({
    transform(data: Buffer, _encoding, done) {
      takeHead(data)
        .then((payload) => {
          if (key === null) return;
          for (const sealed of chunks.push(payload)) this.push(openChunk(key, { number: number++, isLast: false }, sealed));
        })
        .then(() => done(), done);
    },
    flush(done) {
      try {
        if (key === null) throw new UnreadableBackup('This backup is incomplete: it ends in its header. Use another backup.');
        const plain = openChunk(key, { number, isLast: true }, chunks.end());
        if (plain.length === 0 && number > 0)
          throw new UnreadableBackup('This backup is damaged: its last part is empty. Use another backup.');
        done(null, plain);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** Returns the length of the header, including the line with its MAC, or `null` while it is incomplete. */
function headerEnd(head: Buffer): number | null {
  const begin = head.subarray(0, FIRST_LINE.length).toString('latin1');
  if (!FIRST_LINE.startsWith(begin)) throw new UnreadableBackup('This file is no backup: it is not encrypted by age.');
  const mac = head.indexOf('\n--- ');
  const end = mac < 0 ? -1 : head.indexOf('\n', mac + 1);
  if (end >= 0) return end + 1;
  if (head.length > MAX_HEADER_BYTES) throw new UnreadableBackup('This file is no backup: its header does not end.');
  return null;
}

async function readFileKey(header: Buffer, identities: readonly string[]): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return await decrypter.decryptHeader(header);
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('no identity matched'))
      throw new UnreadableBackup('This backup was made for another key. Use the key file that belongs to it.', { cause });
    throw new UnreadableBackup('The header of this backup is damaged. Use another copy of it, or another backup.', { cause });
  }
}
