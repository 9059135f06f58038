import { forEachDue } from '@innkeeper/db/tables/due';
import { foldable, foldBuckets } from '@innkeeper/db/tables/metrics';
import { hours } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

/**
 * Closed buckets are folded into the rows of their days four times a day: each time the whole row is written, and 24 times
 * would be 0.1 GB of log a day for 1 000 servers.
 */
const TOGETHER_MS = hours(6);

/** Folds the closed buckets of full quarters of a day, 64 servers at a time. Returns how many groups it folded. */
export function foldMetrics({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<number> {
  const until = new Date(Math.floor(clock.now().getTime() / TOGETHER_MS) * TOGETHER_MS);
  return forEachDue(
    { db, clock },
    {
      name: 'fold-metrics',
      kind: 'group of 64 servers',
      find: (except) => foldable(db, until, except),
      act: ({ id }) => foldBuckets(db, id, until),
    },
  );
}
