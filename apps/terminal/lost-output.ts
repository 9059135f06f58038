/** Keeps a process alive whose output is lost: its file is on a full disk, or the reader of its pipe has ended. */
import type { EventEmitter } from 'node:events';
import { isNodeError } from '@innkeeper/engine/atomic';

/** Drops output that a full disk or a broken pipe refuses. Any other error is thrown, as without a listener. */
export function ignoreLostOutput(...streams: EventEmitter[]): void {
  for (const stream of streams)
    stream.on('error', (error) => {
      if (!isNodeError(error, 'ENOSPC', 'EDQUOT', 'EPIPE')) throw error;
    });
}
