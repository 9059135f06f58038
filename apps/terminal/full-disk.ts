/** Keeps a process alive whose output goes to a file on a full disk. */
import { isNodeError } from '@innkeeper/engine/atomic';

/** Drops output that a full disk refuses. Any other error is thrown, as without a listener. */
export function ignoreFullDisk(...streams: NodeJS.WriteStream[]): void {
  for (const stream of streams)
    stream.on('error', (error) => {
      if (!isNodeError(error, 'ENOSPC', 'EDQUOT')) throw error;
    });
}
