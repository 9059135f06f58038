import { days } from '@innkeeper/model/clock';
import type { SweepContext } from './start.ts';

/** Promised to developers: a key replays its reply for this long. */
const KEPT_MS = days(30);

/** Forgets the stored replies of keys that are older than promised. */
export async function forgetIdempotencyKeys({ db, clock }: Pick<SweepContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
