import { markSeen } from '@innkeeper/db/tables/node-presence';
import type { PresenceContext } from './job.ts';

/** Records that the worker of the node is there, once it has worked long enough to be believed. */
export async function recordPresence({ db, node, clock, firstBeatAt }: PresenceContext): Promise<void> {
  const now = clock.now();
  if (now >= firstBeatAt) await markSeen(db, node.id, now);
}
