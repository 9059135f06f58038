/**
 * Creates the socket on which the worker listens for the API, in a directory of the home. The API's user has only search permission on the
 * directory. This user can therefore connect, but can neither list nor change files.
 *
 * The home itself is closed to that user. Therefore the API opens the directory before it changes its user, and keeps the handle.
 */
import { chmod, chown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:net';
import path from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';
import { socketNameOf } from './protocol.ts';

export interface SocketDirectory {
  directory: string;
  /** Group that may connect, or `null` for only the current user. */
  gid: number | null;
}

/** Creates the directory, or corrects the permissions of an existing one. */
export async function prepareSocketDirectory({ directory, gid }: SocketDirectory): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (gid !== null) await chown(directory, 0, gid);
  await chmod(directory, gid === null ? 0o700 : 0o710);
}

/**
 * Listens on the socket of a node, and replaces the socket of a killed or ending worker. The socket gets its final name only after the
 * server listens and the permissions are set. Returns a function that removes the socket unless another worker has replaced it.
 */
export async function listenOnNodeSocket(
  server: Server,
  node: string,
  socketDirectory: SocketDirectory,
): Promise<() => Promise<void>> {
  await prepareSocketDirectory(socketDirectory);
  const socketPath = path.join(socketDirectory.directory, socketNameOf(node));
  const draft = `${process.pid}-${node}.sock`;
  const draftPath = path.join(socketDirectory.directory, draft);
  await rm(draftPath, { force: true });
  const directory = await open(socketDirectory.directory, 'r');
  try {
    // Use the handle: a socket's path is limited to 107 bytes, and the path of a home may be longer.
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(`/proc/self/fd/${directory.fd}/${draft}`, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } finally {
    await directory.close();
  }
  const ino = await publish(draftPath, socketPath, socketDirectory.gid).catch(async (error: unknown) => {
    server.close();
    await rm(draftPath, { force: true });
    throw error;
  });
  return async () => {
    // Another worker may have replaced the socket.
    const current = await stat(socketPath).catch((error: unknown) => {
      if (isNodeError(error, 'ENOENT')) return null;
      throw error;
    });
    if (current?.ino === ino) await rm(socketPath, { force: true });
  };
}

/** Sets the permissions of a socket and then renames it. Returns its inode. */
async function publish(draftPath: string, socketPath: string, gid: number | null): Promise<number> {
  if (gid !== null) await chown(draftPath, 0, gid);
  await chmod(draftPath, gid === null ? 0o600 : 0o660);
  const { ino } = await stat(draftPath);
  await rename(draftPath, socketPath);
  return ino;
}
