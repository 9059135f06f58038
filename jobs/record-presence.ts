import { markSeen } from '@innkeeper/db/tables/node-presence';
import type { PresenceContext } from './job.ts';

/** Records that the worker of the node is running, once it has run long enough to be reliable. */
export async function recordPresence({ db, node, clock, firstBeatAt }: PresenceContext): Promise<void> {
  const now = clock.now();
  if (now >= firstBeatAt) await markSeen(db, node.id, now);
}
