/**
 * The RFB handshake (RFC 6143), both sides of it: towards the guest's VNC server with its password, towards the client without
 * one. What follows the handshake is the same for both and is passed on unchanged.
 */
import { createCipheriv } from 'node:crypto';
import type { Duplex } from 'node:stream';

const VERSION = Buffer.from('RFB 003.008\n');
const VERSION_FORM = /^RFB (\d{3})\.(\d{3})\n$/;
const NONE = 1;
const PASSWORD = 2;
const CHALLENGE_BYTES = 16;
const OK = Buffer.alloc(4);

/** The client's side, towards a VNC server. Throws when the other side speaks no RFB, or refuses the password. */
export function clientHandshake(server: Duplex, password: string, signal: AbortSignal): Promise<void> {
  return converse(server, signal, async (take) => {
    if (!VERSION_FORM.test(String(await take(VERSION.length)))) throw new Error('it does not speak RFB');
    server.write(VERSION);
    const [count = 0] = await take(1);
    if (count === 0) throw new Error('it refuses connections');
    const types = await take(count);
    if (types.includes(PASSWORD)) {
      server.write(Buffer.from([PASSWORD]));
      server.write(answerTo(await take(CHALLENGE_BYTES), password));
    } else if (types.includes(NONE)) {
      server.write(Buffer.from([NONE]));
    } else throw new Error(`it asks for another kind of proof: ${[...types].join(', ')}`);
    if (!(await take(OK.length)).equals(OK)) throw new Error('it refuses the password');
  });
}

/** The server's side, towards a client, which needs no password. Throws when the client speaks something else. */
export function serverHandshake(client: Duplex, signal: AbortSignal): Promise<void> {
  return converse(client, signal, async (take) => {
    client.write(VERSION);
    const [, major, minor] = VERSION_FORM.exec(String(await take(VERSION.length))) ?? [];
    if (major === undefined) throw new Error('it does not speak RFB');
    // Version 3.3 is told the security type, 3.7 chooses one, and 3.8 expects a result besides.
    const version = Number(major) * 1000 + Number(minor);
    if (version < 3007) {
      client.write(Buffer.from([0, 0, 0, NONE]));
      return;
    }
    client.write(Buffer.from([1, NONE]));
    const [chosen] = await take(1);
    if (chosen !== NONE) throw new Error('it chose a security type that was not offered');
    if (version >= 3008) client.write(OK);
  });
}

/** The challenge encrypted by DES with the password as the key, its bytes in reversed bit order: VNC's way. */
export function answerTo(challenge: Buffer, password: string): Buffer {
  const key = Buffer.alloc(8);
  Buffer.from(password).copy(key);
  const reversed = key.map(reversedBits);
  // OpenSSL no longer has single DES; triple DES with one key three times is equal to it.
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([reversed, reversed, reversed]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(challenge), cipher.final()]);
}

function reversedBits(byte: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit += 1) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
}

type Take = (bytes: number) => Promise<Buffer>;

/** Runs a script that reads exact numbers of bytes from a stream; what follows the handshake stays in the stream. */
async function converse(stream: Duplex, signal: AbortSignal, script: (take: Take) => Promise<void>): Promise<void> {
  let wake = (): void => {};
  const onEvent = () => wake();
  // For the whole handshake: a listener that is added while bytes wait would be called immediately, again and again.
  for (const event of EVENTS) stream.on(event, onEvent);
  signal.addEventListener('abort', onEvent);
  try {
    await script(async (bytes) => {
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
