/**
 * The socket on which the worker listens for the API. Its directory is in the home. The user of the API may pass the directory, but neither
 * list nor change it.
 *
 * The home itself is closed to that user. So the API opens the directory before it changes its user, and keeps the handle.
 */
import { chmod, chown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:net';
import path from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';
import { socketNameOf } from './protocol.ts';

export interface SocketPlace {
  directory: string;
  /** The group that may connect; null: our own user alone. */
  gid: number | null;
}

/** Makes the directory, or gives the one that is there the right permissions. */
export async function prepareSocketDirectory({ directory, gid }: SocketPlace): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (gid !== null) await chown(directory, 0, gid);
  await chmod(directory, gid === null ? 0o700 : 0o710);
}

/**
 * Listens, in the place of a worker that was killed, or that is about to end: the socket is whole and closed to others before it
 * has its name. Returns how to stop being found.
 */
export async function listenIn(server: Server, node: string, place: SocketPlace): Promise<() => Promise<void>> {
  await prepareSocketDirectory(place);
  const named = path.join(place.directory, socketNameOf(node));
  const draft = `${process.pid}-${node}.sock`;
  const drafted = path.join(place.directory, draft);
  await rm(drafted, { force: true });
  const directory = await open(place.directory, 'r');
  try {
    // Through the handle: a socket's path holds 107 bytes, a home may be deeper.
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
  if (place.gid !== null) await chown(drafted, 0, place.gid);
  await chmod(drafted, place.gid === null ? 0o600 : 0o660);
  const { ino } = await stat(drafted);
  await rename(drafted, named);
  return async () => {
    // Another worker may have taken the place.
    const there = await stat(named).catch((error: unknown) => {
      if (isNodeError(error, 'ENOENT')) return null;
      throw error;
    });
    if (there?.ino === ino) await rm(named, { force: true });
  };
}
