/**
 * Both sides of the RFB handshake (RFC 6143): towards the guest's VNC server with its password, and towards the client without one. The
 * bytes after the handshake are the same for both and are relayed unchanged.
 */
import { createCipheriv } from 'node:crypto';
import type { Duplex } from 'node:stream';

const VERSION = Buffer.from('RFB 003.008\n');
const VERSION_PATTERN = /^RFB (\d{3})\.(\d{3})\n$/;
const SECURITY_NONE = 1;
const SECURITY_VNC = 2;
const CHALLENGE_BYTES = 16;
const SECURITY_OK = Buffer.alloc(4);

/** Performs the client's side of the handshake with a VNC server. Throws if the server does not speak RFB or refuses the password. */
export function clientHandshake(server: Duplex, password: string, signal: AbortSignal): Promise<void> {
  return runHandshake(server, signal, async (take) => {
    if (!VERSION_PATTERN.test(String(await take(VERSION.length)))) throw new Error('it does not speak RFB');
    server.write(VERSION);
    const [count = 0] = await take(1);
    if (count === 0) throw new Error('it refuses connections');
    const types = await take(count);
    if (types.includes(SECURITY_VNC)) {
      server.write(Buffer.from([SECURITY_VNC]));
      server.write(encryptChallenge(await take(CHALLENGE_BYTES), password));
    } else if (types.includes(SECURITY_NONE)) {
      server.write(Buffer.from([SECURITY_NONE]));
    } else throw new Error(`it asks for another kind of proof: ${[...types].join(', ')}`);
    if (!(await take(SECURITY_OK.length)).equals(SECURITY_OK)) throw new Error('it refuses the password');
  });
}

/** Performs the server's side of the handshake with a client, without a password. Throws if the client does not speak RFB. */
export function serverHandshake(client: Duplex, signal: AbortSignal): Promise<void> {
  return runHandshake(client, signal, async (take) => {
    client.write(VERSION);
    const [, major, minor] = VERSION_PATTERN.exec(String(await take(VERSION.length))) ?? [];
    if (major === undefined) throw new Error('it does not speak RFB');
    // Version 3.3 receives the security type, 3.7 chooses one, and 3.8 also expects a result.
    const version = Number(major) * 1000 + Number(minor);
    if (version < 3007) {
      client.write(Buffer.from([0, 0, 0, SECURITY_NONE]));
      return;
    }
    client.write(Buffer.from([1, SECURITY_NONE]));
    const [chosen] = await take(1);
    if (chosen !== SECURITY_NONE) throw new Error('it chose a security type that was not offered');
    if (version >= 3008) client.write(SECURITY_OK);
  });
}

/** Encrypts the challenge with DES as VNC does: the key is the password with the bits of each byte reversed. */
export function encryptChallenge(challenge: Buffer, password: string): Buffer {
  const key = Buffer.alloc(8);
  Buffer.from(password).copy(key);
  const reversed = key.map(reversedBits);
  // OpenSSL no longer has single DES. Triple DES with one key three times is equivalent.
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([reversed, reversed, reversed]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(challenge), cipher.final()]);
}

function reversedBits(byte: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit += 1) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
}

type ReadBytes = (bytes: number) => Promise<Buffer>;

/** Runs a script that reads exact numbers of bytes from a stream. Later bytes stay in the stream. */
async function runHandshake(stream: Duplex, signal: AbortSignal, handshake: (take: ReadBytes) => Promise<void>): Promise<void> {
  let wake = (): void => {};
  const onEvent = () => wake();
  // Listen during the whole handshake. A listener that is added while bytes wait would be called immediately and repeatedly.
  for (const event of EVENTS) stream.on(event, onEvent);
  signal.addEventListener('abort', onEvent);
  try {
    await handshake(async (bytes) => {
      for (;;) {
        signal.throwIfAborted();
        const chunk = stream.read(bytes) as Buffer | null;
        if (chunk?.length === bytes) return chunk;
        if (chunk !== null || stream.readableEnded || stream.destroyed) throw new Error('it ended too early');
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    });
  } finally {
    for (const event of EVENTS) stream.off(event, onEvent);
    signal.removeEventListener('abort', onEvent);
  }
}

const EVENTS = ['readable', 'end', 'close', 'error'];
