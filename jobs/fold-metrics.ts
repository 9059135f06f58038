import { forEachDue } from '@innkeeper/db/tables/due';
import { foldBuckets, listFoldableMetricGroups } from '@innkeeper/db/tables/metrics';
import { hours } from '@innkeeper/model/time/clock';
import type { JobContext } from './job.ts';

/**
 * Period of folding: four times a day. Folding rewrites the whole row of the day, and 24 times a day would write 0.1 GB of WAL a day for 1
 * 000 servers.
 */
const SPAN_MS = hours(6);

/** Folds the closed buckets of completed quarters of a day, 64 servers at a time. Returns how many groups it folded. */
export function foldMetrics({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<number> {
  const until = new Date(Math.floor(clock.now().getTime() / SPAN_MS) * SPAN_MS);
  return forEachDue(
    { db, clock },
    {
      name: 'fold-metrics',
      kind: 'group of 64 servers',
      find: (except) => listFoldableMetricGroups(db, until, except),
      act: ({ id }) => foldBuckets(db, id, until),
    },
  );
}
