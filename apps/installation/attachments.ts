/**
 * Files of tickets in the home. They are the API's: it alone takes them, serves them and sweeps what no row claims. The home is closed to
 * its user, so it opens the directory while it still may, and keeps it open.
 */
import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import type { AttachmentPort } from '@innkeeper/engine/attachments/port';
import type { SystemUser } from '@innkeeper/engine/host/system-user';
import { FatalStart } from '../processes/messages.ts';

/** Makes the directory, or gives the one that is there to the API's user; null: to ours. */
export async function prepareAttachments(directory: string, user: SystemUser | null): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (user) await chown(directory, user.uid, user.gid);
  await chmod(directory, 0o700);
}

export interface OpenAttachments {
  readonly files: AttachmentPort;
  /** To be called as the user that serves. */
  requireWritable(): void;
  close(): void;
}

export function openAttachments(directory: string): OpenAttachments {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const handle = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  const reached = `/proc/self/fd/${handle}`;
  return {
    files: openAttachmentDirectory(reached),
    requireWritable() {
      try {
        accessSync(`${reached}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (cause) {
        throw new FatalStart(`The API cannot write to ${directory}. Make the user of the API its owner.`, { cause });
      }
    },
    close: () => closeSync(handle),
  };
}
