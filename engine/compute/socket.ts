/** Connects to Unix sockets by directory and name. The path of a socket is limited to 108 bytes, which a long home would exceed. */
import { type FileHandle, constants as fs, open } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNodeError } from '../atomic.ts';
import { EngineError } from '../error.ts';

/** Flag of `open` for a reference to a file without opening the file itself. Node.js has no constant for it. */
const O_PATH = 0o10000000;

/**
 * Connects to a socket of the directory's owner, and refuses other sockets. An escaped guest could plant a link to another machine's
 * monitor, and would receive our commands there. Throws `EngineError('host')`, or `EngineError('timeout')` after `timeoutMs`.
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
    // This listener stays: an unhandled error event would end our process. Users of the socket see its close.
    socket.on('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/**
 * Creates a function that takes the next chunk of a stream and returns the lines that are now complete. The function returns `null` if the
 * unfinished line exceeds `maxBytes`, because its sender may be hostile.
 */
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
