/** Unix sockets by directory and name, so that a home with a long path does not exceed their limit of 108 bytes. */
import { type FileHandle, constants as fs, open } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNodeError } from '../atomic.ts';
import { EngineError } from './port.ts';

/** Refers to a file without opening it; Node has no constant for it. */
const O_PATH = 0o10000000;

/**
 * Connects only to a socket of the directory's owner: an escaped guest could plant a link to another machine's monitor, and we
 * would send our commands there. Fails with `EngineError('host')`, after `timeoutMs` with
 * `EngineError('timeout')`.
 */
export async function connectIn(directory: string, name: string, timeoutMs: number): Promise<Socket> {
  const deadline = Date.now() + timeoutMs;
  const handle = await open(directory, fs.O_RDONLY | fs.O_DIRECTORY | fs.O_NOFOLLOW);
  try {
    for (;;) {
      try {
        return await connectAt(handle, name, deadline);
      } catch (error) {
        // EAGAIN: the listen queue is full.
        const kind = isNodeError(error, 'EAGAIN', 'TIMEOUT') ? 'timeout' : 'host';
        const why = error instanceof Error ? error.message : String(error);
        if (kind === 'host') throw new EngineError(kind, `${name} of ${directory}: ${why}`);
        if (Date.now() > deadline) throw new EngineError(kind, `${name} of ${directory}: no connection within ${timeoutMs} ms`);
      }
      await sleep(20);
    }
  } finally {
    await handle.close();
  }
}

async function connectAt(directory: FileHandle, name: string, deadline: number): Promise<Socket> {
  const named = await open(`/proc/self/fd/${directory.fd}/${name}`, O_PATH | fs.O_NOFOLLOW);
  try {
    const about = await named.stat();
    if (!about.isSocket() || about.uid !== (await directory.stat()).uid) throw new Error("not a socket of the directory's owner");
    return await connect(`/proc/self/fd/${named.fd}`, deadline);
  } finally {
    await named.close();
  }
}

function connect(path: string, deadline: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const late = () => fail(Object.assign(new Error('no connection'), { code: 'TIMEOUT' }));
    const timer = setTimeout(late, Math.max(0, deadline - Date.now()));
    // Stays: an unhandled error event would end our process; users of the socket see its close.
    socket.on('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** Splits a stream into lines; returns null when a line exceeds `maxBytes`, since its sender may be hostile. */
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
