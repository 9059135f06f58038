/**
 * The directory of ticket files in the home.
 *
 * Only the API writes, serves and sweeps these files. The user of the API has no access to the home. The API therefore opens the directory
 * before it changes its user, and keeps the handle.
 */
import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import type { AttachmentPort } from '@innkeeper/engine/attachments/port';
import type { SystemUser } from '@innkeeper/engine/host/system-user';
import { FatalStart } from '../processes/messages.ts';

/**
 * Creates the directory, or corrects the owner and mode of an existing one. The owner is `user`, the user of the API. With `null`, the
 * owner stays.
 */
export async function prepareAttachments(directory: string, user: SystemUser | null): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (user) await chown(directory, user.uid, user.gid);
  await chmod(directory, 0o700);
}

export interface OpenAttachments {
  readonly files: AttachmentPort;
  /** Throws if this user cannot write to the directory. Called after the process has changed its user. */
  requireWritable(): void;
  close(): void;
}

export function openAttachments(directory: string): OpenAttachments {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const handle = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  const handlePath = `/proc/self/fd/${handle}`;
  return {
    files: openAttachmentDirectory(handlePath),
    requireWritable() {
      try {
        accessSync(`${handlePath}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (cause) {
        throw new FatalStart(`The API cannot write to ${directory}. Make the user of the API its owner.`, { cause });
      }
    },
    close: () => closeSync(handle),
  };
}
