import { forgetConsoleTickets as forget } from '@innkeeper/db/tables/console-tickets';
import type { SweepContext } from './start.ts';

/** Forgets addresses of consoles that were never opened in time. */
export function forgetConsoleTickets({ db, clock }: Pick<SweepContext, 'db' | 'clock'>): Promise<void> {
  return forget(db, clock.now());
}
