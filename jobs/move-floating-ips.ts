/**
 * Attaches floating IPs that were ordered for a server or whose suspension is over, and detaches suspended or ended ones. Floating IPs that
 * are locked, or whose server is locked, wait for the next run.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { type FloatingIpsOfServer, floatingIpsToMove } from '@innkeeper/db/tables/floating-ips';
import { transact } from '@innkeeper/domain/context';
import { attachWaiting } from '@innkeeper/domain/floating-ips/attach-waiting';
import { detachEnding } from '@innkeeper/domain/floating-ips/detach-ending';
import { hours } from '@innkeeper/model/time/clock';
import type { JobContext } from './job.ts';

/** Pause in milliseconds after a failed workflow. */
const TRY_AGAIN_MS = hours(1);
const BATCH = 200;

/** Processes due floating IPs. Returns for how many servers something changed. */
export async function moveWaitingFloatingIps(job: JobContext): Promise<number> {
  return forEachDue(job, {
    name: 'move-floating-ips',
    kind: 'floating_ip',
    find: (except) =>
      floatingIpsToMove(job.db, { notTriedSince: new Date(job.clock.now().getTime() - TRY_AGAIN_MS), except, max: BATCH }),
    act: ({ ids }: FloatingIpsOfServer) =>
      transact(job, async (cx) => {
        const detached = await detachEnding(cx, ids);
        return (await attachWaiting(cx, ids)) || detached;
      }),
  });
}
