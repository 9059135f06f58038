import { purgeConsoleTickets as forget } from '@innkeeper/db/tables/console-tickets';
import type { JobContext } from './job.ts';

/** Deletes secrets of consoles that were not opened in time. */
export function purgeConsoleTickets({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<void> {
  return forget(db, clock.now());
}
