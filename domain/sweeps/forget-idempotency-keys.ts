import { IDEMPOTENCY_KEPT_MS } from '../access/once.ts';
import type { SweepContext } from './start.ts';

/** Forgets the stored replies of keys that are older than promised. */
export async function forgetIdempotencyKeys({ db, clock }: Pick<SweepContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - IDEMPOTENCY_KEPT_MS);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
