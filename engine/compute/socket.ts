/** Unix sockets by directory and name, so that a home with a long path does not run into their limit of 108 bytes. */
import { open } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { EngineError } from './port.ts';

/** Connects, or fails with `EngineError('host')` after `timeoutMs`. */
export async function connectIn(directory: string, name: string, timeoutMs: number): Promise<Socket> {
  const handle = await open(directory, 'r');
  try {
    return await new Promise((resolve, reject) => {
      const socket = createConnection(`/proc/self/fd/${handle.fd}/${name}`);
      const fail = (why: string) => {
        socket.destroy();
        reject(new EngineError('host', `${name} of ${directory}: ${why}`));
      };
      const timer = setTimeout(() => fail(`no connection within ${timeoutMs} ms`), timeoutMs);
      // Stays: an error that nobody listens to would end our process; whoever uses the socket hears of its close.
      socket.on('error', (error) => {
        clearTimeout(timer);
        fail(error.message);
      });
      socket.once('connect', () => {
        clearTimeout(timer);
        resolve(socket);
      });
    });
  } finally {
    await handle.close();
  }
}

/** Cuts a stream into lines; gives null when a line grows beyond `maxBytes`, since its sender may be hostile. */
export function lineCutter(maxBytes: number): (chunk: Buffer) => string[] | null {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const lines: string[] = [];
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      lines.push(rest.subarray(0, end).toString('utf8'));
      rest = rest.subarray(end + 1);
    }
    return rest.length > maxBytes ? null : lines;
  };
}
