/**
 * Floating IPs that wait to be attached (they were ordered for a server, or their suspension is over), or to be detached (they are suspended,
 * or have ended). What can be done at once is; those that are locked, or whose server is, wait for the next look.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { type FloatingIpsOfServer, floatingIpsToMove } from '@innkeeper/db/tables/floating-ips';
import { transact } from '@innkeeper/domain/context';
import { attachWaiting } from '@innkeeper/domain/floating-ips/attach-waiting';
import { detachEnding } from '@innkeeper/domain/floating-ips/detach-ending';
import { hours } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

/** How long those whose workflow failed wait for the next. */
const TRY_AGAIN_MS = hours(1);
const BATCH = 200;

/** Returns for how many servers it did something. */
export async function moveWaitingFloatingIps(job: JobContext): Promise<number> {
  return forEachDue(job, {
    name: 'move-floating-ips',
    kind: 'floating_ip',
    find: (except) =>
      floatingIpsToMove(job.db, { notSince: new Date(job.clock.now().getTime() - TRY_AGAIN_MS), except, most: BATCH }),
    act: ({ ids }: FloatingIpsOfServer) =>
      transact(job, async (cx) => {
        const detached = await detachEnding(cx, ids);
        return (await attachWaiting(cx, ids)) || detached;
      }),
  });
}
