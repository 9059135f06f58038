/** A minimal VNC client for tests. */
import type { Socket } from 'node:net';
import { basename, dirname } from 'node:path';
import type { ConsoleEndpoint } from '../port.ts';
import { vncAnswer } from '../simulated/console.ts';
import { connectIn } from '../socket.ts';

/** Completes the RFB handshake. Returns the screen's name, or `null` if the password is refused. */
export async function openVncSession({ socketPath, password }: ConsoleEndpoint): Promise<string | null> {
  const socket = await connectIn(dirname(socketPath), basename(socketPath), 5_000);
  try {
    const take = taker(socket);
    if ((await take(12)).toString('latin1') !== 'RFB 003.008\n') throw new Error('not RFB 3.8');
    socket.write('RFB 003.008\n');
    const offered = await take((await take(1))[0] ?? 0);
    if (!offered.includes(2)) throw new Error(`VNC authentication is not offered: ${offered.join()}`);
    socket.write(Buffer.from([2]));
    socket.write(vncAnswer(password, await take(16)));
    if ((await take(4)).readUInt32BE(0) !== 0) return null;
    socket.write(Buffer.from([1]));
    const screen = await take(24);
    return (await take(screen.readUInt32BE(20))).toString('utf8');
  } finally {
    socket.destroy();
  }
}

function taker(socket: Socket): (bytes: number) => Promise<Buffer> {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let buffered: Buffer = Buffer.alloc(0);
  return async (bytes) => {
    while (buffered.length < bytes) {
      const { done, value } = await chunks.next();
      if (done === true) throw new Error('the console closed the connection');
      buffered = Buffer.concat([buffered, value]);
    }
    const taken = buffered.subarray(0, bytes);
    buffered = buffered.subarray(bytes);
    return taken;
  };
}
