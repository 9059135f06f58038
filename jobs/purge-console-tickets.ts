import { purgeConsoleTickets as forget } from '@innkeeper/db/tables/console-tickets';
import type { JobContext } from './job.ts';

/** Forgets addresses of consoles that were never opened in time. */
export function purgeConsoleTickets({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<void> {
  return forget(db, clock.now());
}
