import { purgeEmailChanges } from '@innkeeper/db/tables/email-changes';
import { purgeSignIns as purge, purgePlaces } from '@innkeeper/db/tables/sessions';
import { purgeSignUps } from '@innkeeper/db/tables/sign-up';
import { days } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

/** The audit log has them for longer. */
const ENDED_KEPT_MS = days(7);
/** A place that a user has not been at for so long is new. */
const PLACES_KEPT_MS = days(180);

/** Deletes sessions that have ended, what was never completed, links for new passwords, accounts and addresses, and places of long ago. */
export async function purgeSignIns({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  await purge(db, new Date(now - ENDED_KEPT_MS));
  await purgeSignUps(db, { before: new Date(now - ENDED_KEPT_MS), now: new Date(now) });
  await purgeEmailChanges(db, new Date(now - ENDED_KEPT_MS));
  await purgePlaces(db, new Date(now - PLACES_KEPT_MS));
}
