/** The console of a simulated machine: an RFB 3.8 server with VNC authentication and a screen of one black pixel. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { basename, dirname } from 'node:path';

export interface SimulatedConsole {
  close(): Promise<void>;
}

/** A PNG of one black pixel. */
export const BLACK_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

/** Serves at `socketPath` until closed. The password is valid for connections opened within `seconds`. */
export async function openSimulatedConsole(socketPath: string, password: string, seconds: number): Promise<SimulatedConsole> {
  const until = Date.now() + seconds * 1_000;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    void talk(socket, Date.now() <= until ? password : null).catch(() => socket.destroy());
  });
  server.unref();
  await rm(socketPath, { force: true });
  await listen(server, socketPath);
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(socketPath, { force: true });
    },
  };
}

/** Binds through the directory's descriptor, because the socket's path may be too long. */
async function listen(server: Server, socketPath: string): Promise<void> {
  const directory = await open(dirname(socketPath), 'r');
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(`/proc/self/fd/${directory.fd}/${basename(socketPath)}`, resolve);
    });
  } finally {
    await directory.close();
  }
}

/** Serves one connection. A `null` password refuses every password. */
async function talk(socket: Socket, password: string | null): Promise<void> {
  const take = reader(socket);
  socket.write('RFB 003.008\n');
  await take(12);
  socket.write(Buffer.from([1, 2]));
  if ((await take(1))[0] !== 2) return void socket.destroy();
  const challenge = randomBytes(16);
  socket.write(challenge);
  const answer = await take(16);
  if (password === null || !answer.equals(vncAnswer(password, challenge))) {
    const reason = 'Authentication failed';
    socket.end(Buffer.concat([uint32(1), uint32(reason.length), Buffer.from(reason)]));
    return;
  }
  socket.write(uint32(0));
  await take(1);
  const pixelFormat = Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0]);
  const name = 'simulated';
  socket.write(Buffer.concat([Buffer.from([0, 1, 0, 1]), pixelFormat, uint32(name.length), Buffer.from(name)]));
  for (;;) if ((await takeMessage(take)) === UPDATE_REQUEST) socket.write(ONE_PIXEL);
}

const UPDATE_REQUEST = 3;
const ONE_PIXEL = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
/** Lengths after the type byte of each client message. */
const MESSAGE_BYTES: Record<number, number> = { 0: 19, 2: 3, [UPDATE_REQUEST]: 9, 4: 7, 5: 5, 6: 7 };

/** Consumes one message and returns its type. */
async function takeMessage(take: (bytes: number) => Promise<Buffer>): Promise<number> {
  const type = (await take(1))[0] ?? -1;
  const length = MESSAGE_BYTES[type];
  if (length === undefined) throw new Error(`unknown client message type ${type}`);
  const body = await take(length);
  if (type === 2) await take(body.readUInt16BE(1) * 4);
  if (type === 6) await take(body.readUInt32BE(3));
  return type;
}

/** Returns VNC's response to a challenge: DES with the password's bits mirrored as key. 3DES with three equal keys is DES. */
export function vncAnswer(password: string, challenge: Buffer): Buffer {
  const key = Buffer.alloc(8);
  key.write(password.slice(0, 8), 'latin1');
  const mirrored = Buffer.from(
    key.map((byte) => [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, i) => sum | (((byte >> i) & 1) << (7 - i)), 0)),
  );
  const cipher = createCipheriv('des-ede3', Buffer.concat([mirrored, mirrored, mirrored]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(challenge), cipher.final()]);
}

/** Returns a function that reads exactly this many bytes. It never resolves once the peer has closed. */
function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  let buffered: Buffer = Buffer.alloc(0);
  let wake: () => void = () => {};
  socket.on('data', (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    wake();
  });
  return async (bytes) => {
    while (buffered.length < bytes) await new Promise<void>((resolve) => (wake = resolve));
    const taken = buffered.subarray(0, bytes);
    buffered = buffered.subarray(bytes);
    return taken;
  };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
