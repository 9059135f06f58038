import { purgeAttacksBefore } from '@innkeeper/db/tables/attacks';
import { forEachDue } from '@innkeeper/db/tables/due';
import {
  COARSER,
  coarsenTraffic,
  foldTraffic,
  listCoarsenableAddresses,
  listFoldableTrafficGroups,
  purgeTrafficBefore,
} from '@innkeeper/db/tables/traffic';
import { inTransaction } from '@innkeeper/db/transaction';
import { BUCKET_RETENTION, HOUR_STEP, startOf } from '@innkeeper/model/net/traffic-buckets';
import { days, minutes } from '@innkeeper/model/time/clock';
import type { JobContext } from './job.ts';

/** Delay in milliseconds before an hour is folded, because its last minute is written within the next hour. */
const LATE_MS = minutes(5);
/** Maximum number of rows per statement, so that no lock is held for long. */
const BATCH = 2_000;

/**
 * Folds the minutes of full hours into one row per address and hour. Then merges rows past the retention of their interval into rows with a
 * longer interval (`BUCKET_RETENTION`). Returns how many groups and addresses changed.
 */
export async function foldAddressTraffic({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<number> {
  const now = clock.now().getTime();
  const until = new Date(startOf(now - LATE_MS, HOUR_STEP));
  let done = await forEachDue(
    { db, clock },
    {
      name: 'fold-traffic',
      kind: 'group of 64 addresses',
      find: (except) => listFoldableTrafficGroups(db, until, except),
      act: ({ id }) => foldTraffic(db, id, until),
    },
  );
  for (const coarser of COARSER) {
    const age = BUCKET_RETENTION.find(({ stepMs }) => stepMs === coarser.from)?.forMs ?? 0;
    const before = new Date(startOf(now - age, days(1)));
    done += await forEachDue(
      { db, clock },
      {
        name: `coarsen-traffic-${coarser.to / 1000}`,
        kind: 'address',
        find: (except) => listCoarsenableAddresses(db, coarser, before, except),
        act: ({ id }) => inTransaction(db, (trx) => coarsenTraffic(trx, id, coarser, before)),
      },
    );
  }
  return done;
}

/** Deletes old traffic, and attacks that ended long ago. */
export async function purgeTraffic({ db, clock, settings }: Pick<JobContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  const now = clock.now().getTime();
  const { addressTrafficMs, attacksMs } = settings.retention;
  // A row covers a whole day.
  const traffic = new Date(now - addressTrafficMs - days(1));
  while ((await purgeTrafficBefore(db, traffic, BATCH)) > 0);
  while ((await purgeAttacksBefore(db, new Date(now - attacksMs), BATCH)) > 0);
}
