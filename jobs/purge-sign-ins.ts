import { purgeEmailChanges } from '@innkeeper/db/tables/email-changes';
import { purgeSignIns as purge, purgeSignInNetworks } from '@innkeeper/db/tables/sessions';
import { purgeSignUps } from '@innkeeper/db/tables/sign-up';
import type { JobContext } from './job.ts';

/** Deletes ended sessions, incomplete sign-ins, links for passwords, accounts and addresses, and old sign-in places. */
export async function purgeSignIns({ db, clock, settings }: Pick<JobContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  const now = clock.now().getTime();
  const { endedSessionsMs, signInPlacesMs } = settings.retention;
  await purge(db, new Date(now - endedSessionsMs));
  await purgeSignUps(db, { before: new Date(now - endedSessionsMs), now: new Date(now) });
  await purgeEmailChanges(db, new Date(now - endedSessionsMs));
  await purgeSignInNetworks(db, new Date(now - signInPlacesMs));
}
