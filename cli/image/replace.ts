/** Changes of the file that an image's row names. */
import { utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';
import type { StaffCx } from '@innkeeper/operations/define.staff';
import { lockImagePath } from '@innkeeper/operations/images.staff';
import type { Installation } from '../operator/installation.ts';
import { registeredDirectory } from './fetch.ts';

/** Commits `work`, which gives an image another file. The file that loses its row gets the time of now, from which `image prune` counts. */
export function commitReplacing<T>({ home, commit }: Installation, key: string, work: (cx: StaffCx) => Promise<T>): Promise<T> {
  return commit(async (cx) => {
    const path = await lockImagePath(cx, key);
    const result = await work(cx);
    const now = new Date();
    if (path !== null)
      await utimes(join(registeredDirectory(home), basename(path)), now, now).catch((error: unknown) => {
        // It is elsewhere and never pruned, or is missing.
        if (!isNodeError(error, 'ENOENT')) throw error;
      });
    return result;
  });
}
