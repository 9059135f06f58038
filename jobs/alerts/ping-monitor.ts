/**
 * Requests the ping URL once a minute, after a round trip to the database.
 *
 * A missing ping at an outside monitor is the only sign of a dead host, worker or uplink, because a dead installation can send nothing.
 */
import { claimPing, hasPingDue } from '@innkeeper/db/tables/alert-settings';
import { requestPing } from '@innkeeper/engine/outgoing-http/operator-url';
import { minutes } from '@innkeeper/model/time/clock';
import type { JobContext, WorkerContext } from '../job.ts';
import { jobFailureKey } from './job-failures.ts';

type PingContext = JobContext & Pick<WorkerContext, 'nodeName'>;

const EVERY_MS = minutes(1);

/** Jobs that deliver notices. */
const NOTIFYING = ['notify-alerts', 'send-mails'];

export const pingDue = (now: Date) => hasPingDue(now, EVERY_MS);

/**
 * Requests the ping URL if it is due. Leaves the ping to other workers while a notifying job of this worker fails. Throws if the URL does
 * not answer, so that three failures in a row open an alert.
 */
export async function pingMonitor({ db, clock, stopping, nodeName }: PingContext): Promise<void> {
  const notifying = NOTIFYING.map((name) => jobFailureKey(name, nodeName));
  const url = await claimPing(db, { now: clock.now(), everyMs: EVERY_MS, notifying });
  if (url !== undefined) await requestPing(url, { stopping });
}
