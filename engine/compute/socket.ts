/** Unix sockets by directory and name, so that a home with a long path does not run into their limit of 108 bytes. */
import { type FileHandle, constants as fs, open } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNodeError } from '../atomic.ts';
import { EngineError } from './port.ts';

/** Names a file without opening it; Node knows no name for it. */
const O_PATH = 0o10000000;

/**
 * Only to a socket that the directory's owner made there: an escaped guest may put a link to another's monitor in its place, and we
 * would tell that one what was meant for it. Connects, or fails with `EngineError('host')`, after `timeoutMs` with
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
        // EAGAIN: others wait already to be let in, one by one.
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
    if (!about.isSocket() || about.uid !== (await directory.stat()).uid) throw new Error('this is no socket of its own');
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
    // Stays: an error that nobody listens to would end our process; whoever uses the socket hears of its close.
    socket.on('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
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
