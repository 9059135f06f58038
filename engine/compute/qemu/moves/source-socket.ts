/** A socket in a machine's directory to which its QEMU connects once. */
import { once } from 'node:events';
import { chmod, constants as fs, lchown, open, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { MachineDirectory } from '../directory.ts';
import type { VmUser } from '../process.ts';

export interface SourceSocket {
  /** Returns the connection. Throws the signal's reason if the signal is aborted first. */
  accepted(signal: AbortSignal): Promise<Socket>;
  close(): Promise<void>;
}

/** Listens in QEMU's working directory. QEMU may connect as the guest's group, and cannot replace the socket. */
export async function listenForQemu({ vm }: MachineDirectory, name: string, user: VmUser | null): Promise<SourceSocket> {
  // Half open: the last bytes of one direction may come after the end of the other.
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true });
  server.maxConnections = 1;
  const connection = once(server, 'connection') as Promise<[Socket]>;
  // Without a connection nobody waits for it.
  connection.catch(() => undefined);
  const path = join(vm, name);
  await rm(path, { force: true });
  // The path of a socket is limited to 108 bytes. Node.js removes the socket by this name, so the descriptor stays open until then.
  const directory = await open(vm, fs.O_RDONLY | fs.O_DIRECTORY | fs.O_NOFOLLOW);
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    server.close();
    await rm(path, { force: true });
    await directory.close();
  };
  try {
    const listening = once(server, 'listening');
    server.listen(`/proc/self/fd/${directory.fd}/${name}`);
    await listening;
    if (user !== null) {
      await lchown(path, 0, user.gid);
      await chmod(path, 0o660);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    close,
    async accepted(signal) {
      signal.throwIfAborted();
      const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
      const [socket] = await Promise.race([connection, aborted]);
      await close();
      return socket;
    },
  };
}
