/**
 * The opening of RFB (RFC 6143), both sides of it: towards the guest's VNC server with its password, towards the client
 * without one. What follows is the same for both and passes as it is.
 */
import { createCipheriv } from 'node:crypto';
import type { Duplex } from 'node:stream';

const VERSION = Buffer.from('RFB 003.008\n');
const VERSION_FORM = /^RFB (\d{3})\.(\d{3})\n$/;
const NONE = 1;
const PASSWORD = 2;
const CHALLENGE_BYTES = 16;
const OK = Buffer.alloc(4);

/** Takes the client's part towards a VNC server. Throws when it is none, or refuses the password. */
export function enter(server: Duplex, password: string, signal: AbortSignal): Promise<void> {
  return talk(server, signal, async (take) => {
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

/** Takes the server's part towards a client, which needs no password. Throws when it speaks something else. */
export function welcome(client: Duplex, signal: AbortSignal): Promise<void> {
  return talk(client, signal, async (take) => {
    client.write(VERSION);
    const [, major, minor] = VERSION_FORM.exec(String(await take(VERSION.length))) ?? [];
    if (major === undefined) throw new Error('it does not speak RFB');
    // 3.3 is told the type; from 3.7 on it chooses; from 3.8 on it wants to hear that all is well.
    const version = Number(major) * 1000 + Number(minor);
    if (version < 3007) {
      client.write(Buffer.from([0, 0, 0, NONE]));
      return;
    }
    client.write(Buffer.from([1, NONE]));
    const [chosen] = await take(1);
    if (chosen !== NONE) throw new Error('it chose what was not offered');
    if (version >= 3008) client.write(OK);
  });
}

/** The challenge under DES with the password as the key, the bits of each byte turned around: VNC has it so. */
export function answerTo(challenge: Buffer, password: string): Buffer {
  const key = Buffer.alloc(8);
  Buffer.from(password).copy(key);
  const turned = key.map(turnedAround);
  // OpenSSL has single DES no longer; three times the same key is the same.
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([turned, turned, turned]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(challenge), cipher.final()]);
}

function turnedAround(byte: number): number {
  let turned = 0;
  for (let bit = 0; bit < 8; bit += 1) turned |= ((byte >> bit) & 1) << (7 - bit);
  return turned;
}

type Take = (bytes: number) => Promise<Buffer>;

/** Talks over a stream by reading exactly so many bytes at a time; what comes after the talk stays in the stream. */
async function talk(stream: Duplex, signal: AbortSignal, script: (take: Take) => Promise<void>): Promise<void> {
  let tell = (): void => {};
  const news = () => tell();
  // Kept for the whole talk: a listener that is put on while bytes wait is told of them at once, for ever.
  for (const event of NEWS) stream.on(event, news);
  signal.addEventListener('abort', news);
  try {
    await script(async (bytes) => {
      for (;;) {
        signal.throwIfAborted();
        const chunk = stream.read(bytes) as Buffer | null;
        if (chunk?.length === bytes) return chunk;
        if (chunk !== null || stream.readableEnded || stream.destroyed) throw new Error('it ended too early');
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      }
    });
  } finally {
    for (const event of NEWS) stream.off(event, news);
    signal.removeEventListener('abort', news);
  }
}

const NEWS = ['readable', 'end', 'close', 'error'];
