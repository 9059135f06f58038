/** Encrypts a stream as an age file, which Debian's `age` decrypts. */
import { randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { Encrypter, type Recipient } from 'age-encryption';
import { Chunks } from './chunks.ts';
import { CHUNK_BYTES, derivePayloadKey, FILE_NONCE_BYTES, sealChunk, TAG_BYTES } from './payload.ts';

/** Returns a stream that reads plain bytes and outputs an age file. Each of the `recipients` (`age1...`) can decrypt the file. */
export async function createEncryption(recipients: readonly string[]): Promise<Transform> {
  if (recipients.length === 0) throw new RangeError('a backup without a recipient could never be read');
  const { header, fileKey } = await makeHeader(recipients);
  const nonce = randomBytes(FILE_NONCE_BYTES);
  const key = derivePayloadKey(fileKey, nonce);
  const chunks = new Chunks(CHUNK_BYTES);
  let number = 0;
  const encryption = new Transform({
    transform(data: Buffer, _encoding, done: TransformCallback) {
      for (const plain of chunks.push(data)) this.push(sealChunk(key, { number: number++, isLast: false }, plain));
      done();
    },
    flush(done) {
      done(null, sealChunk(key, { number, isLast: true }, chunks.end()));
    },
  });
  encryption.push(Buffer.concat([header, nonce]));
  return encryption;
}

/** Creates the header with the library. An extra recipient captures the file key and leaves no trace in the file. */
async function makeHeader(recipients: readonly string[]): Promise<{ header: Buffer; fileKey: Buffer }> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  let fileKey = Buffer.alloc(0);
  const listener: Recipient = {
    wrapFileKey(key) {
      fileKey = Buffer.from(key);
      return [];
    },
  };
  encrypter.addRecipient(listener);
  const empty = Buffer.from(await encrypter.encrypt(new Uint8Array()));
  return { header: empty.subarray(0, empty.length - FILE_NONCE_BYTES - TAG_BYTES), fileKey };
}
